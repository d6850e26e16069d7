import type { Kysely } from 'kysely'
import { stringifyJson } from '#contract/json.ts'
import type { DeviceCommand } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import type { Actor } from '#services/demo/devices/accounts.ts'
import { asChange, lockDevices } from '#services/mdm/resources/change.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { withStatus } from './command-entry.ts'
import { changeDevice, livingDevices } from './device-life.ts'
import { findInHistory } from './history.ts'

const [initiated, inProgress] = [1, 3]

/** Cancels a pending command (CMD0002 if it is no longer pending). */
export const suspend = (db: Kysely<DeviceTables>, devicePk: number, historyId: string, by: Actor) =>
  asChange(db, async (transaction, changed): Promise<DeviceCommand> => {
    await lockDevices(transaction, [devicePk])
    const found = await findInHistory(transaction, devicePk, historyId)
    if (!found) throw new Problem('COM0008', `No command was sent to the device with the id ${historyId}`)
    const { pk, command } = found
    if (command.command_status !== initiated) {
      const why =
        command.command_status === inProgress
          ? 'The device has already received the command'
          : 'The command has already ended'
      throw new Problem('CMD0002', `${why}: it can no longer be suspended`)
    }
    const entry = withStatus(command, 0, Date.now(), `Suspended by ${by.name} before the device received it`)
    const text = stringifyJson(entry)
    await transaction.updateTable('device_command').set({ command: text }).where('pk', '=', pk).execute()
    await transaction.deleteFrom('command_course').where('command_pk', '=', pk).execute()
    for (const device of await livingDevices(transaction, [devicePk])) {
      await changeDevice(transaction, { device }, changed)
    }
    return entry
  })
