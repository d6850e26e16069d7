import { call } from '#api/call.ts'
import type { ActionName } from '#contract/mdm/actions/actions.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { type CommandRow, commandRows } from '#pages/devices/device/commands/command-rows.ts'
import type { Target } from './run.ts'

/** Initiated and in progress: there is more to come. */
const onItsWay = new Set(['1', '3'])

/** Worth asking its device again: accepted and not ended yet, or nobody knows whether it was accepted. */
export const isOpen = ({ outcome, ending }: Target) =>
  (outcome === 'submitted' && (!ending || onItsWay.has(ending.raw))) || outcome === 'unknown'

/** The clocks of this browser and of the server may differ by this much. */
const clocksDifferMs = 120_000
const newest = 10

/** How the command goes by the history of its device; undefined where the history says nothing of it yet. */
export async function endingOf(target: Target, action: ActionName, signal: AbortSignal) {
  const { rows } = await call(listDeviceCommands, { device_id: target.id, limit: newest }, signal)
  const command = commandOf(commandRows(rows), action, target.sentAt)
  if (!command) return undefined
  const { status, at, remarks, life } = command
  const last = life.at(-1)
  const ending = {
    raw: status?.raw ?? '',
    meaning: status?.meaning,
    remarks: remarks.join(' · ') || (last?.text ?? ''),
    at: (last?.at ?? at)?.getTime(),
  }
  if (target.outcome !== 'unknown') return { ending }
  return {
    ending,
    outcome: 'submitted' as const,
    remark: 'No response, but listed in the command history of the device',
  }
}

/** The newest command of this name, unless it is older than what was sent. */
const commandOf = (rows: readonly CommandRow[], action: ActionName, sentAt: number | undefined) =>
  rows.find(
    ({ command, at }) => command === action && at !== undefined && at.getTime() >= (sentAt ?? 0) - clocksDifferMs,
  )
