import { call } from '#api/call.ts'
import { invalidate } from '#api/change.ts'
import { type Device, updateDevice } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { devicesInWords } from '#pages/devices/bulk/words.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { userChoices } from '#pages/devices/device-picker/choices.ts'
import { failureOf, PickDialog, type Result } from '#pages/devices/device-picker/PickDialog.tsx'
import { textOf } from '#pages/devices/value-text.ts'
import type { Changes } from './device-form.ts'

type Listed = Device | DeviceSummary
type Props = { devices: readonly Listed[]; onClose: () => void }

/** Give one device, or those that are chosen in a list, to a user. A device that has one already changes hands. */
export function AssignUser({ devices, onClose }: Props) {
  const [only] = devices
  return (
    <PickDialog
      single
      title={`Assign ${devices.length === 1 && only ? nameOf(only) : devicesInWords(devices.length)} to a user`}
      placeholder="Name or email address"
      action="Assign"
      choices={userChoices}
      each={({ id }) => updateEach(devices, { user_id: id })}
      onDone={() => invalidate(updateDevice.changes)}
      onClose={onClose}
    />
  )
}

/** One after the other: what the server refuses for one device says nothing of the others. `failed`: those it did. */
export async function updateEach<D extends Listed>(devices: readonly D[], changes: Changes) {
  const failures: Result['failures'][number][] = []
  const failed: D[] = []
  for (const device of devices) {
    await call(updateDevice, { device_id: textOf(device.device_id), ...changes }).catch((error: unknown) => {
      failures.push(failureOf(nameOf(device), error))
      failed.push(device)
    })
  }
  return { done: devices.length - failed.length, failures, failed }
}
