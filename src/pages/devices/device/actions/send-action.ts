import { call } from '#api/call.ts'
import { invalidate } from '#api/change.ts'
import type { Input } from '#contract/endpoint.ts'
import { type ActionName, isIrreversible } from '#contract/mdm/actions/actions.ts'
import type { ParameterName } from '#contract/mdm/actions/parameters.ts'
import { irreversibleEndpoints, sendCommand, type wipeDevice } from '#contract/mdm/commands.ts'
import type { DeviceCommand } from '#contract/mdm/devices.ts'
import { type StatedReason, withReason } from '#contract/reason.ts'

export type Parameters = Pick<Input<typeof wipeDevice>, ParameterName>
/** Parameters of an action, and the reason for an irreversible one. */
export type Ordered = { parameters: Parameters; why?: StatedReason | undefined }

/**
 * Sends an action to a device and returns its entry in the command history: accepted does not mean executed. Not a
 * mutation, because its cache would keep passcodes.
 */
export async function sendAction(
  device_id: string,
  action_name: ActionName,
  { parameters, why = { reason: '' } }: Ordered,
): Promise<DeviceCommand> {
  try {
    return await (isIrreversible(action_name)
      ? call(withReason(irreversibleEndpoints[action_name].one), { device_id, ...parameters, ...why })
      : call(sendCommand, { device_id, action_name, ...parameters }))
  } finally {
    // Also after an error: the command may have been sent.
    void invalidate(sendCommand.changes)
  }
}
