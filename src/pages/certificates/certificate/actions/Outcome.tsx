import { useQuery } from '@tanstack/react-query'
import { QueryState } from '#components/actions/QueryState.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { instantOf } from '#contract/time.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { absoluteTime } from '#ui/values/moment.ts'
import { authoritiesQuery, authorityOf } from './RevocationReach.tsx'
import { notReported } from '#components/offered/not-reported.ts'

type Props = {
  text: string
  /** Name of the issuer, if known. */
  issuer?: string
  onClose: () => void
}

/** Result of a revocation: the server message, when it is published, and its limits. */
export function Outcome({ text, issuer = '', onClose }: Props) {
  const { data, error, refetch } = useQuery(authoritiesQuery)
  return (
    <Dialog title="Done" onClose={onClose}>
      <Stack gap="md">
        <Notice tone="ok" title={text} urgent />
        {data === undefined ? (
          <>
            <QueryState error={error} refetch={refetch} waiting lines={1} />
            {error && <Text size="sm">Unknown when its CRL is published next.</Text>}
          </>
        ) : (
          <Text size="sm">{published(data, issuer)}</Text>
        )}
        <Text size="sm">
          Clients check the authority’s CRL or OCSP responder. Many cache an older CRL until it expires, and some never
          check. Replace the certificate wherever it is installed.
        </Text>
        <Group justify="end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

type Authorities = Parameters<typeof authorityOf>[0]

function published(data: { rows: Authorities } | null, issuer: string): string {
  if (data === null) return `${notReported} when its CRL is published next.`
  const authority = authorityOf(data.rows, issuer)
  const ocsp = `OCSP answers with the new state from now on${authority?.ocspUrl ? ` (${authority.ocspUrl})` : ''}.`
  const from = instantOf(authority?.crlThisUpdate)
  if (from) return `${ocsp} CRL number ${authority?.crlNumber ?? 'unknown'} of ${absoluteTime(from)} contains it.`
  const where = authority?.crlUrl ? ` from ${authority.crlUrl}` : ''
  return `${ocsp} The next CRL is signed when a client first requests it${where}, and contains the change.`
}
