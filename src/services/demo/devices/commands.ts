import { type ActionName, actions } from '#contract/mdm/actions/actions.ts'
import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import { commandStatus, statusCode } from '#contract/mdm/status.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { Dice } from '#services/demo/random.ts'
import { type Moment, day, minute } from '#services/demo/time.ts'
import { type Actor, actorOf } from './accounts.ts'
import { possibleActions } from './actions.ts'
import { notableAt } from './notable.ts'
import type { Unit } from './unit.ts'

type Status = keyof typeof commandStatus
type Sent = { number: number; name: ActionName; status: Status; addedAt: Moment; by: Actor }

/** 0 to 12, with an average of 4. */
const counts = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8, 10, 12]

/** Mostly scans, the most common command. */
const commonActions: readonly ActionName[] = ['scan', 'scan', 'scan', 'lock', 'fetch_location', 'restart']

/** Ended commands; only the latest one of a recently active device may be pending. */
const ended: readonly Status[] = [2, 2, 2, 2, 2, 2, 2, 0, 0, -1]
const latest: readonly Status[] = [2, 2, 2, 2, 2, 0, -1, 1, 3, 3]

/** Commands of a device with their history, newest first. */
export function commandsOf(unit: Unit): DeviceCommand[] {
  if (unit.status === 0 || unit.status === 1 || unit.status === 3) return []
  const dice = new Dice('commands', unit.index)
  const possible = possibleActions(unit)
  const count = Math.max(dice.pick(counts), notableAt(unit.index)?.commands ?? (unit.lost ? 1 : 0))
  let addedAt = unit.contactedAt - dice.between(5, 30) * minute
  const gap = Math.floor((addedAt - unit.registeredAt) / (count + 1))
  const inContact = unit.now - unit.contactedAt < day
  const commands: DeviceCommand[] = []
  for (let at = 0; at < count; at++) {
    const wanted = dice.chance(0.6) ? dice.pick(commonActions) : dice.pick(possible)
    const lostNow = unit.lost && at === 0
    const name: ActionName = lostNow ? 'enable_lost_mode' : possible.includes(wanted) ? wanted : 'scan'
    const outcome = dice.pick(at === 0 && inContact ? latest : ended)
    // Scans are applicable to every device
    const status = lostNow || (name === 'scan' && outcome === -1) ? 2 : outcome
    const number = unit.index * 16 + count - at
    const by = actorOf(dice, lostNow ? undefined : unit.person)
    commands.push(commandOf(unit, { number, name, status, addedAt, by }, dice))
    addedAt -= dice.between(Math.ceil(gap / 10), gap)
  }
  return commands
}

/** Failure messages of commands. */
export const failures = [
  'The device did not answer in time',
  'The device refused the command',
  'The passcode on the device is older than the policy',
]

function remarkOf(status: Status, dice: Dice): string {
  if (status === 2) return 'Done'
  if (status === 0) return dice.pick(failures)
  if (status === -1) return 'Not applicable for this device'
  return status === 1 ? 'Waiting for the device to call in' : 'The device has received the command'
}

function commandOf(unit: Unit, sent: Sent, dice: Dice): DeviceCommand {
  const { number, name, status, addedAt, by } = sent
  const remarks = remarkOf(status, dice)
  return {
    command_history_id: idOf('commandHistory', number),
    command_id: idOf('command', number),
    command_name: name,
    command_status: status,
    managed_status: unit.status,
    added_time: addedAt,
    device_id: unit.deviceId,
    added_by: by.id,
    added_by_name: by.name,
    remarks,
    remarks_args: status === 0 ? unit.name : '',
    command_life: lifeOf(sent, remarks, dice),
  }
}

/** Initiated, in progress, and the final status. */
function lifeOf({ number, name, status, addedAt, by }: Sent, remarks: string, dice: Dice) {
  const steps: Status[] = status === -1 ? [1, -1] : status === 1 ? [1] : status === 3 ? [1, 3] : [1, 3, status]
  const retried: Status[] = status === 0 && dice.chance(0.4) ? [1, 3, 3, 0] : steps
  let time = addedAt
  return retried.map((step, at) => {
    const entry = {
      updated_time: time,
      status_code: statusCode[step],
      status_description: commandStatus[step],
      command_id: idOf('command', number),
      command_name: name,
      added_by: by.id,
      added_by_name: by.name,
      remarks: at === retried.length - 1 ? remarks : undefined,
    }
    time += dice.between(2, 80) * 1000
    return entry
  })
}

/** Fields of the record about the newest command. */
export function lastCommandOf(unit: Unit, [newest]: readonly DeviceCommand[]): Device {
  if (!newest) return {}
  const { command_life: life = [], added_by: addedBy, added_by_name: addedByName } = newest
  const label = actions[newest.command_name as ActionName].label
  const last = life.at(-1)
  const note = unit.model.container ? 'The container takes commands while the device is unlocked' : undefined
  return {
    command_id: newest.command_id,
    command_history_id: newest.command_history_id,
    command_name: newest.command_name,
    command_status: newest.command_status,
    status_code: last?.status_code,
    status_description: last?.status_description,
    localized_status_description: last?.status_description,
    remarks: newest.remarks,
    remarks_args: newest.remarks_args,
    added_by: addedBy,
    added_by_name: addedByName,
    audit_message: unit.lost ? 'Reported lost by its user over the phone' : undefined,
    action_name: newest.command_name,
    localized_name: label,
    action_info: note,
    localized_action_info: note,
    command_life: life,
  }
}
