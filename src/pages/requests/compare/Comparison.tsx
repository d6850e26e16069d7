import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { chainQuery } from '#components/issuing/chain-query.ts'
import { answersQuery } from '#components/issuing/requests-query.ts'
import { useRequestFile } from '#components/issuing/use-request-file.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { deployCertificate, getCertificateDetails } from '#contract/keys/certificates.ts'
import type { RequestRow } from '#contract/keys/rules/request-list.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { type Compared, comparedWith, currentOf } from './compared.ts'

const maxOfName = 100

/** Compares the current certificate of the same name with the request or its certificate. Nothing if there is none. */
export function Comparison({ request }: { request: RequestRow }) {
  const id = String(request.CSR_ID)
  const name = request.DOMAIN_NAME ?? ''
  const answers = useQuery(answersQuery)
  const newest = answers.data?.rows.find(({ CSR_ID }) => String(CSR_ID) === id)
  const listed = useQuery({ ...query(findCertificates, { name, offset: 0, limit: maxOfName }), enabled: name !== '' })
  const current = currentOf(listed.data?.rows ?? [], newest && String(newest.CertID))
  const details = useQuery({ ...query(getCertificateDetails, { common_name: name }), enabled: current !== undefined })
  const serial = details.data?.rows.find(({ CertificateId }) => CertificateId === current?.id)?.endpoint?.serial
  const { read } = useRequestFile(id)
  const nextChain = useChain(current && newest?.commonName, newest?.serialNumber)
  const currentChain = useChain(name, serial)
  if (!current || !answers.isFetched) return null
  const isRead = details.isFetched && [nextChain, currentChain].every((one) => one === undefined || one.isFetched)
  const rows = comparedWith(
    { facts: currentChain?.data?.[0], row: current },
    {
      facts: nextChain?.data?.[0],
      row: listed.data?.rows.find((row) => row.id === String(newest?.CertID)),
      request: read ?? undefined,
    },
  )
  return (
    <Panel
      title="Current and new certificate"
      actions={
        <Group gap="xs">
          <ActionLink size="xs" to={paths.certificate(current.id)}>
            Current certificate
          </ActionLink>
          {newest && (
            <ActionLink
              size="xs"
              variant="filled"
              endpoint={deployCertificate}
              to={paths.certificate(String(newest.CertID))}
              state={{ opens: 'deploy' }}
            >
              Deploy new certificate
            </ActionLink>
          )}
        </Group>
      }
    >
      <QueryProblem error={currentChain?.error ?? nextChain?.error ?? details.error} refetch={details.refetch} />
      {isRead ? (
        <DataTable
          caption="Current and new certificate"
          rows={rows}
          columns={newest ? columns('New') : columns('Requested')}
          rowId={({ label }) => label}
          empty={<Empty title="Nothing to compare" />}
        />
      ) : (
        <Loading lines={4} />
      )}
    </Panel>
  )
}

/** Undefined if name or serial number are unknown. */
function useChain(name: string | undefined, serial: string | undefined) {
  const asked: ReturnType<typeof chainQuery>[] = name && serial ? [chainQuery(name, serial)] : []
  const [chain] = useQueries({ queries: asked })
  return chain
}

const { text } = columnsOf<Compared>({ priority: 1, breaks: true })

const columns = (next: string) => [
  text('label', 'Field', ({ label }) => label, { width: '18%' }),
  text('current', 'Current', ({ current }) => current, { width: '41%' }),
  text('next', next, (row) => row.next, {
    cell: ({ next: value, isChanged }) => (
      <>
        {value} {isChanged && <StatusBadge tone="info">Changed</StatusBadge>}
      </>
    ),
  }),
]
