import { useState } from 'react'
import type { Reason } from '#components/actions/action-reason.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionGroup } from '#components/actions/ActionGroup.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { labelOf } from '#contract/field.ts'
import { actions, isIrreversible } from '#contract/mdm/actions/actions.ts'
import { endpointOf } from '#contract/mdm/commands.ts'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { Stack } from '#ui/layout/layout.ts'
import type { BulkRun, Outcome } from './run.ts'
import type { BulkRunner } from './runner.ts'
import { devicesInWords } from './words.ts'

type Props = { run: BulkRun; runner: BulkRunner; counts: Record<Outcome, number>; reason: Reason }

/** What can be done with the run as it stands. Without an answer, nothing is sent again unless a person says so. */
export function BulkSteps({ run, runner, counts, reason }: Props) {
  const [asking, setAsking] = useState<readonly Outcome[]>()
  const { action } = run
  if (!action) return null
  if (run.state === 'going') {
    return (
      <ActionButton w="fit-content" reason={reason} onClick={runner.stop}>
        Stop after this request
      </ActionButton>
    )
  }
  const endpoint = endpointOf(action)
  const missing = runner.secretsMissing(run)
  const goOn = (wanted: readonly Outcome[]) =>
    missing.length > 0 || isIrreversible(action) || wanted.includes('unknown') ? setAsking(wanted) : runner.goOn(wanted)
  const step = (count: number, label: string, wanted: readonly Outcome[]) =>
    count > 0 && (
      <ActionButton endpoint={endpoint} onClick={() => goOn(wanted)}>
        {label}
      </ActionButton>
    )
  return (
    <ActionGroup reason={reason}>
      {step(counts['not sent'], `Resume with ${devicesInWords(counts['not sent'])} not sent`, [])}
      {step(counts.failed, `Retry ${devicesInWords(counts.failed)} that failed`, ['failed'])}
      {step(counts.unknown, `Resend to ${devicesInWords(counts.unknown)} without a response`, ['unknown'])}
      {asking && (
        <Ask {...{ run, runner, missing, wanted: asking }} onClose={() => setAsking(undefined)} counts={counts} />
      )}
    </ActionGroup>
  )
}

type AskProps = {
  run: BulkRun
  runner: BulkRunner
  wanted: readonly Outcome[]
  missing: readonly string[]
  counts: Record<Outcome, number>
  onClose: () => void
}

function Ask({ run, runner, wanted, missing, counts, onClose }: AskProps) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const { action } = run
  const count = ['not sent' as const, ...wanted].reduce((sum, outcome) => sum + counts[outcome], 0)
  const label = action ? actions[action].label : ''
  const incomplete = missing.some((name) => !typed[name])
  return (
    <Confirm
      title={`${label}: ${devicesInWords(count)}?`}
      action={`Send to ${devicesInWords(count)}`}
      typed={action && isIrreversible(action) ? `wipe ${count}` : undefined}
      danger={action !== undefined && isIrreversible(action)}
      onConfirm={async () => {
        if (incomplete) throw new Error('Fill in the required fields first')
        runner.goOn(wanted, typed)
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        {wanted.includes('unknown') && (
          <span>
            The server did not respond, so the command may have been accepted. Some devices may receive it twice. Check
            their command history first.
          </span>
        )}
        {missing.map((name) => (
          <PasswordField
            key={name}
            name={name}
            label={labelOf(name)}
            description="Not saved when the page was closed. Enter it again."
            autoComplete="off"
            onChange={({ currentTarget }) => setTyped((before) => ({ ...before, [name]: currentTarget.value }))}
          />
        ))}
        {missing.length === 0 && wanted.length === 0 && <span>The same command is sent to the remaining devices.</span>}
      </Stack>
    </Confirm>
  )
}
