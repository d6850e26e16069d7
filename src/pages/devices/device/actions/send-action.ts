import { call } from '#api/call.ts'
import { invalidate } from '#api/change.ts'
import type { Input } from '#contract/endpoint.ts'
import { type ActionName, isIrreversible } from '#contract/mdm/actions/actions.ts'
import type { ParameterName } from '#contract/mdm/actions/parameters.ts'
import { irreversibleEndpoints, sendCommand, type wipeDevice } from '#contract/mdm/commands.ts'
import type { DeviceCommand } from '#contract/mdm/devices.ts'
import { type StatedReason, withReason } from '#contract/reason.ts'

export type Parameters = Pick<Input<typeof wipeDevice>, ParameterName>
/** What is typed for an action; why, where it cannot be undone. */
export type Ordered = { parameters: Parameters; why?: StatedReason | undefined }

/**
 * Send one action to one device; gives its entry of the command history: accepted is not executed. Not a mutation: its
 * cache would keep the passcode that is sent.
 */
export async function sendAction(
  device_id: string,
  action_name: ActionName,
  { parameters, why = { reason: '' } }: Ordered,
): Promise<DeviceCommand> {
  const entry = await (isIrreversible(action_name)
    ? call(withReason(irreversibleEndpoints[action_name].one), { device_id, ...parameters, ...why })
    : call(sendCommand, { device_id, action_name, ...parameters }))
  void invalidate(sendCommand.changes)
  return entry
}
