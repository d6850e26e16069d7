/** Outcome of a sent command, from the response and from the device's command history. */
import type { Sent, ItemOutcome } from '#contract/endpoint.ts'
import { instantOf } from '#contract/time.ts'
import type { DeviceCommand } from './devices.ts'

type Item = { device_id?: string; remarks?: string }
type BulkAnswer = { success_count?: number; success_list?: Item[]; na_list?: Item[] }

/**
 * Outcome by the list that contains the device, regardless of its status. Devices in neither list are unknown, unless
 * only a count is returned and it equals the number of devices.
 */
export function outcomeInLists(answer: BulkAnswer, ids: readonly string[]): Map<string, ItemOutcome> {
  const told = new Map<string, ItemOutcome>()
  for (const { device_id = '', remarks = '' } of answer.success_list ?? [])
    told.set(device_id, { outcome: 'accepted', remark: remarks })
  for (const { device_id = '', remarks = '' } of answer.na_list ?? [])
    told.set(device_id, { outcome: 'refused', remark: remarks || 'Not applicable to this device' })
  const rest: ItemOutcome =
    told.size === 0 && answer.success_count === ids.length
      ? { outcome: 'accepted' }
      : { outcome: 'unknown', remark: 'No result for this device in the server response' }
  return new Map(ids.map((id) => [id, told.get(id) ?? rest]))
}

/** Tolerated clock difference between console and server. */
const clocksDifferMs = 120_000

/** Outcome by the command history; undefined if the command is not listed yet. */
export function outcomeInHistory(rows: readonly DeviceCommand[], action: string, sent: Sent): ItemOutcome | undefined {
  const found = rows
    .filter(({ command_name, added_time }) => {
      const at = instantOf(added_time)?.getTime()
      return command_name === action && at !== undefined && at >= sent.at - clocksDifferMs
    })
    .toSorted((one, other) => timeOf(other) - timeOf(one))
    .find((command) => idOf(command) !== sent.earlier)
  if (!found) return undefined
  const outcome = outcomes.get(found.command_status) ?? 'accepted'
  const isOpen = outcome === 'accepted'
  const remark = found.remarks || found.command_life?.at(-1)?.status_description || ''
  const silent = isOpen && !sent.isAnswered ? 'No response, but listed in the command history of the device' : ''
  return { outcome, remark: remark || silent, evidence: idOf(found) }
}

/** By commandStatus; other values have no documented meaning and count as pending. */
const outcomes: ReadonlyMap<number | undefined, ItemOutcome['outcome']> = new Map([
  [-1, 'refused'],
  [0, 'failed'],
  [2, 'done'],
])

const timeOf = ({ added_time }: DeviceCommand) => instantOf(added_time)?.getTime() ?? 0
const idOf = ({ command_history_id, command_id }: DeviceCommand) => command_history_id || command_id || ''
