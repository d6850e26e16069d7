import { scanCode } from '#contract/codes/coded-fields.ts'
import { type Coded, coded, type Legend } from '#contract/codes/legend.ts'
import { labelOf } from '#contract/words/label.ts'
import type { DeviceCommand } from '#contract/mdm/devices.ts'
import { commandStatus, scanStatus } from '#contract/mdm/status.ts'
import { instantOf } from '#contract/time.ts'
import { unexpected } from '#contract/wire.ts'
import { textOf } from '#contract/words/value-text.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

/** A status number without a documented meaning is shown as is and marked. */
export type Status = Coded & { raw: string; tone: Tone }
export type LifeEntry = {
  at: Date | undefined
  raw: string
  status: Status | undefined
  text: string
  remarks: string
  by: string
  /** Ids of the entry that differ from those of its command. */
  ids: string
}
/** `waiting` commands can still be canceled; `ended` ones do not change any more. */
export type Phase = 'waiting' | 'running' | 'ended' | 'unknown'
export type CommandRow = {
  id: string
  /** Empty if the server sent no id: no operation can refer to the entry. */
  historyId: string
  phase: Phase
  command: string
  label: string
  status: Status | undefined
  at: Date | undefined
  raw: string
  by: string
  remarks: string[]
  /** Ids for support requests. */
  ids: string
  /** Oldest entry first. */
  life: LifeEntry[]
}

const toneOf: Record<string, Tone> = {
  Failed: 'bad',
  Initiated: 'info',
  'In progress': 'info',
  Success: 'ok',
  'Not applicable': 'muted',
}

function statusFrom(field: string, legend: Legend, value: unknown): Status | undefined {
  const raw = textOf(value)
  if (raw === '') return undefined
  const status = coded(field, legend, raw)
  return { raw, ...status, tone: toneOf[status.label] ?? 'muted' }
}

/** Display name of a command; its wire name is shown beside it. */
const commandLabel = (name: string) => (name === '' ? 'Unnamed command' : labelOf(name))

/** Remarks have five spellings; each distinct text is returned once. */
const spellings = ['remarks', 'remark', 'localized_remarks', 'localized_remark']
function remarksOf(command: DeviceCommand): string[] {
  const texts = spellings.map((name) => textOf((command as Record<string, unknown>)[name])).filter(Boolean)
  const args = textOf(command.remarks_args)
  const odd = textOf(command[unexpected])
  return [
    ...new Set(texts),
    ...(args === '' ? [] : [`Arguments: ${args}`]),
    ...(odd === '' ? [] : [`Unexpected: ${odd}`]),
  ]
}

const timeOf = ({ at }: { at: Date | undefined }) => at?.getTime() ?? 0
const byWhom = ({ added_by_name, added_by }: { added_by_name?: string; added_by?: string }) =>
  added_by_name || (added_by ? `User ${added_by}` : '')

const idNames = ['command_name', 'command_history_id', 'command_id', 'device_id', 'managed_status', 'added_by']
/** Ids of an entry, without those that it shares with its command. */
function idsOf(entry: object, command: object): string {
  const said = (bag: object, name: string) => textOf((bag as Record<string, unknown>)[name])
  return idNames
    .filter((name) => said(entry, name) !== '' && said(entry, name) !== said(command, name))
    .map((name) => `${name} ${said(entry, name)}`)
    .join(', ')
}

/** `status_code` is defined for scans only; for other commands, it is shown as a number. */
function lifeOf(command: DeviceCommand): LifeEntry[] {
  const entries = (command.command_life ?? []).map((entry) => {
    const { command_name: name = command.command_name, status_code: code } = entry
    return {
      at: instantOf(entry.updated_time),
      raw: textOf(entry.updated_time),
      status: name === 'scan' ? statusFrom(scanCode, scanStatus, code) : statusFrom('status_code', {}, code),
      text: textOf(entry.status_description),
      remarks: textOf(entry.remarks),
      by: byWhom(entry),
      ids: idsOf(entry, command),
    }
  })
  return entries.sort((a, b) => timeOf(a) - timeOf(b))
}

const phaseOf = ({ command_status: status }: DeviceCommand): Phase => {
  if (status === 1 || status === 3) return status === 1 ? 'waiting' : 'running'
  return status !== undefined && Object.hasOwn(commandStatus, status) ? 'ended' : 'unknown'
}

const rowOf = (command: DeviceCommand, index: number): CommandRow => ({
  id: textOf(command.command_history_id) || textOf(command.command_id) || `row ${index}`,
  historyId: textOf(command.command_history_id),
  phase: phaseOf(command),
  command: textOf(command.command_name),
  label: commandLabel(textOf(command.command_name)),
  status: statusFrom('command_status', commandStatus, command.command_status),
  at: instantOf(command.added_time),
  raw: textOf(command.added_time),
  by: byWhom(command),
  remarks: remarksOf(command),
  ids: idsOf(command, {}),
  life: lifeOf(command),
})

/** Newest first; commands without a time are last. */
export const commandRows = (commands: DeviceCommand[]): CommandRow[] =>
  unique(commands.map(rowOf).sort((a, b) => timeOf(b) - timeOf(a)))

/** Makes row ids unique, because servers can repeat ids. */
const unique = (rows: CommandRow[]) => {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const times = seen.get(row.id) ?? 0
    seen.set(row.id, times + 1)
    return times === 0 ? row : { ...row, id: `${row.id} #${times + 1}` }
  })
}

/** Whether a command is initiated or in progress, so that polling is useful. */
export const isRunning = (command: DeviceCommand) => ['waiting', 'running'].includes(phaseOf(command))
export const runningStates = (commands: readonly DeviceCommand[]) => commands.some(isRunning)

/** A command's remarks and history as text, for exports. */
export const lifeText = ({ remarks, life }: CommandRow): string =>
  [
    ...remarks,
    ...life.map(({ at, raw, status, text, remarks: said, by }) =>
      [at?.toISOString() ?? raw, text || status?.label, said, by && `by ${by}`].filter(Boolean).join(' '),
    ),
  ].join('\n')
