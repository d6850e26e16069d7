import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { reasonIn } from '#components/reason/reason-form.ts'
import { ReasonFields } from '#components/reason/ReasonFields.tsx'
import { counted } from '#contract/words/counted.ts'
import { replaceHostKeys, trustHostKeys } from '#contract/keys/host-keys.ts'
import { withReason } from '#contract/reason.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import {
  isChanged,
  missingFrom,
  type Scan,
  type ShownKey,
  type TrustedKey,
  type Verdict,
  verdictOf,
} from './host-identity.ts'
import { KeyChange } from './KeyChange.tsx'

type Props = {
  name: string
  trusted: readonly TrustedKey[]
  scan: Scan
  /** Fingerprints or keys that the user entered for comparison. */
  known: string
  /** Replaces or closes this dialog. */
  onDone: (text: string) => void
  onClose: () => void
}

/** Not verified yet. */
const isUncompared = (key: ShownKey) => key.Comparison !== 'same' && verdictOf(key) !== 'known'

const fieldOf = ({ Type = '' }: ShownKey) => `key ${Type}`

/** Compares presented host keys with known ones; nothing is trusted before confirmation. */
export function TrustHostKeys({ name, trusted, scan, known, onDone, onClose }: Props) {
  const keys = scan.HostKeys ?? []
  const changed = isChanged(trusted, scan)
  const isCompared = keys.some(({ Comparison }) => Comparison === 'same')
  const form = z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((entered, context) => {
      const chosen = keys.filter((key) => entered[fieldOf(key)] === 'on')
      const refuse = (field: string, message: string) =>
        context.issues.push({ code: 'custom', input: undefined, path: [field], message })
      if (chosen.length === 0) refuse(fieldOf(keys[0] ?? {}), 'Select at least one key')
      const isOpen = chosen.some(isUncompared)
      if (isOpen && entered.confirmed !== 'on') refuse('confirmed', 'Compare the fingerprints first, then confirm')
      return { chosen, why: changed ? reasonIn(entered, context) : undefined }
    }),
  )
  return (
    <FormDialog
      title={changed ? `Accept the changed host key of “${name}”?` : `Trust the host keys of “${name}”?`}
      size="xl"
      action={changed ? 'Accept selected keys' : 'Trust selected keys'}
      schema={form}
      send={async ({ chosen, why }) => {
        const HostKeys = chosen.map(({ Type = '', Fingerprint = '' }) => ({ Type, Fingerprint }))
        const wanted = { ResourceName: name, HostKeys, Known: known }
        if (why) await change(withReason(replaceHostKeys), { ...wanted, ...why })
        else await change(trustHostKeys, wanted)
        return `${counted(chosen.length, 'host key', 'host keys')} of ${name} trusted`
      }}
      onSent={onDone}
      onClose={onClose}
    >
      <Findings scan={scan} known={known} />
      {changed && (
        <Notice tone="bad" title="The host does not present its known key" urgent>
          <span>Accept the new key only if the host was reinstalled or its keys were replaced on purpose.</span>
        </Notice>
      )}
      {[...missingFrom(trusted, scan)].map(({ Type, Fingerprint }) => (
        <KeyChange key={Type} type={Type} known={Fingerprint} seen={undefined} />
      ))}
      <Stack gap="sm" component="section" aria-label="Keys presented by the host">
        {keys.map((key) => (
          <KeyChoice key={key.Type} shown={key} preselected={!isCompared || key.Comparison === 'same'} />
        ))}
      </Stack>
      {keys.some(isUncompared) && (
        <CheckboxField
          name="confirmed"
          label="I compared these fingerprints with the host"
          description="On its console: ssh-keygen -l -f /etc/ssh/ssh_host_ed25519_key.pub (and the other types)."
        />
      )}
      {changed && <ReasonFields />}
    </FormDialog>
  )
}

const verdicts: Record<Verdict, { tone: Tone; text: string }> = {
  changed: { tone: 'bad', text: 'Changed' },
  different: { tone: 'bad', text: 'Differs from what you entered' },
  same: { tone: 'ok', text: 'Matches what you entered' },
  known: { tone: 'ok', text: 'Already known' },
  'not-compared': { tone: 'warn', text: 'Not compared' },
}

type ChoiceProps = { shown: ShownKey; preselected: boolean }

function KeyChoice({ shown, preselected }: ChoiceProps) {
  const { Type = 'Unknown type', Fingerprint = '', MD5 = '', Known } = shown
  const verdict = verdictOf(shown)
  const { tone, text } = verdicts[verdict]
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <CheckboxField
          name={fieldOf(shown)}
          label={Type}
          defaultChecked={preselected && verdict !== 'different'}
          disabled={verdict === 'different'}
        />
        <StatusBadge tone={tone}>{text}</StatusBadge>
      </Group>
      {verdict === 'changed' ? (
        <KeyChange type={undefined} known={Known} seen={Fingerprint} />
      ) : (
        <Text size="sm" pl="1.9rem" style={{ overflowWrap: 'anywhere' }}>
          <code>{Fingerprint}</code>
          <br />
          <code>{MD5}</code>
        </Text>
      )}
    </Stack>
  )
}

const none: string[] = []

/** Entered lines that do not apply to this host. */
function Findings({
  scan: { Unmatched = none, OtherHosts = 0, UnreadableLines = 0 },
  known,
}: {
  scan: Scan
  known: string
}) {
  if (known.trim() === '') return null
  const lines = [
    ...Unmatched.map((one) => `Not presented by the host: ${one}`),
    ...(OtherHosts > 0 ? [`${counted(OtherHosts, 'line is', 'lines are')} about other hosts`] : []),
    ...(UnreadableLines > 0 ? [`${counted(UnreadableLines, 'line is', 'lines are')} no host key or fingerprint`] : []),
  ]
  if (lines.length === 0) return null
  return (
    <Notice tone={Unmatched.length > 0 ? 'warn' : 'info'} title="Entered, but not compared">
      {lines.map((line) => (
        <div key={line} style={{ overflowWrap: 'anywhere' }}>
          {line}
        </div>
      ))}
    </Notice>
  )
}
