import type { ActionName } from '#contract/mdm/actions/actions.ts'
import type { ActionFacts } from '#contract/mdm/actions/obstacles.ts'
import { type ParameterName, isSecretParameter } from '#contract/mdm/actions/parameters.ts'
import type { DeviceSummary } from '#contract/mdm/devices.ts'
import { nameOf, userOf } from '#pages/devices/device-facts.ts'
import { textOf } from '#pages/devices/field-value.ts'
import type { ShownProblem } from '#ui/feedback/ProblemPanel.tsx'

/**
 * What is known of each device. `sending` is on its way; `unknown` got no answer, so that nobody can say whether the
 * command was taken; `left out` was never meant to be sent.
 */
export const outcomes = ['not sent', 'sending', 'submitted', 'not applicable', 'failed', 'unknown', 'left out'] as const
export type Outcome = (typeof outcomes)[number]

/** How a command ended, by the history of its device. */
export type Ending = { raw: string; meaning: string | undefined; remarks: string; at: number | undefined }

export type Target = {
  id: string
  name: string
  user: string
  serial: string
  facts: ActionFacts
  outcome: Outcome
  remark: string
  sentAt?: number
  ending?: Ending
}

export type BulkRun = {
  /** Where the devices were chosen: "Devices", "Group Sales". */
  source: string
  targets: Target[]
  action?: ActionName
  /** Without secrets: of those only the names are kept, so that they can be asked for again. */
  parameters: Record<string, unknown>
  secretNames: ParameterName[]
  state: 'choosing' | 'going' | 'stopped' | 'ended'
  startedAt: number
  /** Why it stands still, where nobody stopped it. */
  problem?: ShownProblem
}

const factNames = [
  'managed_status',
  'platform_type',
  'owned_by',
  'is_lost_mode_enabled',
  'os_version',
] as const satisfies readonly (keyof ActionFacts & keyof DeviceSummary)[]

const targetOf = (device: DeviceSummary): Target => ({
  id: device.device_id ?? '',
  name: nameOf(device),
  user: userOf(device).name ?? '',
  serial: textOf(device.serial_number),
  facts: Object.fromEntries(factNames.map((name) => [name, device[name]])),
  outcome: 'not sent',
  remark: '',
})

/** A device without an id cannot be named to the server. */
export const newBulk = (source: string, devices: readonly DeviceSummary[], now: number): BulkRun => ({
  source,
  targets: devices.filter(({ device_id }) => device_id).map(targetOf),
  parameters: {},
  secretNames: [],
  state: 'choosing',
  startedAt: now,
})

export type Order = {
  action: ActionName
  parameters: Record<string, unknown>
  /** Who is not meant to get it, and why. */
  leftOut: ReadonlyMap<string, string>
}

const secretsIn = (parameters: Record<string, unknown>) =>
  (Object.keys(parameters) as ParameterName[]).filter(isSecretParameter)

/** One command for these devices, but for those that are left out, each with the reason. */
export const start = (run: BulkRun, { action, parameters, leftOut }: Order, now: number): BulkRun => ({
  ...run,
  action,
  parameters: Object.fromEntries(
    Object.entries(parameters).filter(([name]) => !isSecretParameter(name as ParameterName)),
  ),
  secretNames: secretsIn(parameters),
  state: 'going',
  startedAt: now,
  targets: run.targets.map((target) => {
    const reason = leftOut.get(target.id)
    return reason === undefined ? target : { ...target, outcome: 'left out', remark: reason }
  }),
})

/** How many devices one call names: few enough that little is unknown when no answer comes. */
const sliceSize = 100

export const nextSlice = ({ targets }: BulkRun): string[] =>
  targets
    .filter(({ outcome }) => outcome === 'not sent')
    .slice(0, sliceSize)
    .map(({ id }) => id)

type Change = Partial<Pick<Target, 'outcome' | 'remark' | 'sentAt' | 'ending'>>

/** What became of these devices; of the others nothing new is known. */
export const withChanges = (run: BulkRun, changes: ReadonlyMap<string, Change>): BulkRun => ({
  ...run,
  targets: run.targets.map((target) => {
    const change = changes.get(target.id)
    return change ? { ...target, ...change } : target
  }),
})

export const allAs = (ids: readonly string[], change: Change) => new Map(ids.map((id) => [id, change]))

export const countsOf = ({ targets }: BulkRun): Record<Outcome, number> => {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of targets) counts[outcome] += 1
  return counts
}

/** The page went while a call was on its way: nobody heard the answer. */
export function markInterrupted(run: BulkRun): BulkRun {
  const sending = run.targets.filter(({ outcome }) => outcome === 'sending').map(({ id }) => id)
  if (run.state !== 'going' && sending.length === 0) return run
  const remark = 'The page was closed before the server responded'
  return { ...withChanges(run, allAs(sending, { outcome: 'unknown', remark })), state: 'stopped' }
}

/** Ready to be sent once more: those with one of these outcomes, and what was not sent anyway. */
export function retry(run: BulkRun, wanted: readonly Outcome[]): BulkRun {
  const ids = run.targets.filter(({ outcome }) => wanted.includes(outcome)).map(({ id }) => id)
  const { problem: _, ...rest } = withChanges(run, allAs(ids, { outcome: 'not sent', remark: '', ending: undefined }))
  return { ...rest, state: 'going' }
}

export const stopped = (run: BulkRun, problem?: ShownProblem): BulkRun => ({
  ...run,
  state: 'stopped',
  ...(problem && { problem }),
})
