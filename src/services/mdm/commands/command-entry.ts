import type { ActionName } from '#contract/mdm/actions/actions.ts'
import type { DeviceCommand } from '#contract/mdm/devices.ts'
import { commandStatus, type ManagedStatus, statusCode } from '#contract/mdm/status.ts'
import type { Actor } from '#services/demo/devices/accounts.ts'
import { idOf, numberOf } from '#services/demo/people/identifiers.ts'
import type { Moment } from '#services/demo/time.ts'

type Status = keyof typeof commandStatus

/** Numbers of seeded commands start at 0, others here, so that their IDs never collide. */
const firstNumber = 1_000_000_000
export const commandNumber = (count: number) => firstNumber + count

/** The number encoded in an entry's ID. */
export const numberOfEntry = ({ command_history_id = '' }: DeviceCommand) => numberOf(command_history_id)

type Sent = {
  number: number
  name: ActionName
  deviceId: string
  managedStatus: ManagedStatus
  by: Actor
  at: Moment
  remarks: string
}

/** History entry of a new command. */
export function newEntry({ number, name, deviceId, managedStatus, by, at, remarks }: Sent): DeviceCommand {
  const entry: DeviceCommand = {
    command_history_id: idOf('commandHistory', number),
    command_id: idOf('command', number),
    command_name: name,
    managed_status: managedStatus,
    added_time: at,
    device_id: deviceId,
    added_by: by.id,
    added_by_name: by.name,
    remarks_args: '',
    command_life: [],
  }
  return withStatus(entry, 1, at, remarks)
}

/** History entry with the next status. */
export function withStatus(entry: DeviceCommand, status: Status, at: Moment, remarks: string): DeviceCommand {
  const life = entry.command_life ?? []
  const step = {
    updated_time: Math.max(at, Number(life.at(-1)?.updated_time ?? 0)),
    status_code: statusCode[status],
    status_description: commandStatus[status],
    command_id: entry.command_id,
    command_name: entry.command_name,
    added_by: entry.added_by,
    added_by_name: entry.added_by_name,
    remarks,
  }
  return { ...entry, command_status: status, remarks, command_life: [...life, step] }
}
