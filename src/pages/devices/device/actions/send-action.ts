import { call } from '#api/call.ts'
import { invalidate } from '#api/mutation.ts'
import type { Input } from '#contract/endpoint.ts'
import type { ParameterName } from '#contract/mdm/action-parameters.ts'
import { sendCommand, wipeCorporateData, wipeDevice } from '#contract/mdm/commands.ts'
import type { DeviceCommand } from '#contract/mdm/devices.ts'
import { type ActionName, actionNames } from '#contract/mdm/status.ts'

export type Parameters = Pick<Input<typeof wipeDevice>, ParameterName>

/** The actions that cannot be undone have rows, and a permission, of their own. */
const wipeRows = { complete_wipe: wipeDevice, corporate_wipe: wipeCorporateData } as const
export const isWipe = (name: string): name is keyof typeof wipeRows => Object.hasOwn(wipeRows, name)
export const isAction = (name: string): name is ActionName => actionNames.some((known) => known === name)

export const permissionOf = (name: ActionName) => (isWipe(name) ? wipeRows[name] : sendCommand).permission

/**
 * Send one action to one device; gives its entry of the command history: accepted is not executed. Not a mutation: its
 * cache would keep the passcode that is sent.
 */
export async function sendAction(
  device_id: string,
  action_name: ActionName,
  parameters: Parameters,
): Promise<DeviceCommand> {
  const entry = await (isWipe(action_name)
    ? call(wipeRows[action_name], { device_id, ...parameters })
    : call(sendCommand, { device_id, action_name, ...parameters }))
  void invalidate(sendCommand.changes)
  return entry
}
