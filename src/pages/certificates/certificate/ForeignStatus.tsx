import { useQuery } from '@tanstack/react-query'
import { change, useAttempt } from '#api/change.ts'
import { queryIfOffered } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import type { Output } from '#contract/endpoint.ts'
import { checkForeignStatus, getForeignStatus } from '#contract/keys/foreign-status.ts'
import { reasonText } from '#contract/keys/rules/revocation-state.ts'
import { instantOf } from '#contract/time.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Breakable } from '#ui/values/Breakable.tsx'
import { Moment } from '#ui/values/Moment.tsx'

type Status = Output<typeof getForeignStatus>

/** Revocation status from the issuing CA; nothing if the server cannot check it. */
export function ForeignStatus({ id }: { id: string }) {
  const { data } = useQuery(queryIfOffered(getForeignStatus, { CertID: id }))
  const { problem, pending, attempt } = useAttempt()
  if (!data) return null
  const { Addresses = [] } = data
  return (
    <Panel
      title="Revocation status at the issuer"
      actions={
        <ActionButton
          endpoint={checkForeignStatus}
          size="xs"
          loading={pending}
          reason={Addresses.length === 0 && 'The certificate contains no OCSP or CRL address.'}
          onClick={() => attempt(() => change(checkForeignStatus, { CertID: id }))}
        >
          Check revocation
        </ActionButton>
      }
    >
      <Stack gap="sm">
        {problem && <ProblemPanel problem={problem} />}
        {Addresses.length === 0 ? (
          <Text size="sm">The certificate contains neither an OCSP nor a CRL address.</Text>
        ) : (
          <Text size="sm" component="div">
            “Check revocation” queries these addresses from the certificate, in this order. They are not queried
            automatically.
            <ul>
              {Addresses.map(({ Method = '', Url = '' }) => (
                <li key={Url}>
                  {Method} <Breakable text={Url} />
                </li>
              ))}
            </ul>
          </Text>
        )}
        {data.AskedAt && <Answered status={data} askedAt={data.AskedAt} />}
      </Stack>
    </Panel>
  )
}

const words: Record<string, { tone: Tone; label: string }> = {
  good: { tone: 'ok', label: 'Not revoked' },
  revoked: { tone: 'bad', label: 'Revoked' },
  held: { tone: 'bad', label: 'On hold' },
  unknown: { tone: 'muted', label: 'Unknown' },
  failed: { tone: 'warn', label: 'No valid response' },
}
const wordsOf = (state = 'unknown') => words[state] ?? { tone: 'muted' as const, label: state }

function Answered({ status, askedAt }: { status: Status; askedAt: string }) {
  const { State, Answers = [], AskedBy = '', RevokedAt, revoke_reason: reason } = status
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <StatusBadge tone={wordsOf(State).tone}>{wordsOf(State).label}</StatusBadge>
        <Text size="sm">
          {RevokedAt && (
            <>
              since <Moment at={instantOf(RevokedAt)} raw={RevokedAt} /> ({reasonText({ reason })}),{' '}
            </>
          )}
          checked <Moment at={instantOf(askedAt)} raw={askedAt} /> by {AskedBy}
        </Text>
      </Group>
      <ul>
        {Answers.map(({ Method = '', Url = '', Outcome, Message }) => (
          <li key={Url}>
            <Text size="sm" component="span">
              {Method} <Breakable text={Url} />: {wordsOf(Outcome).label}
              {Message && ` (${Message})`}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
