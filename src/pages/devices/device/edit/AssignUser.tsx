import { call } from '#api/call.ts'
import { invalidate } from '#api/change.ts'
import { type Device, updateDevice } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { devicesInWords } from '#pages/devices/bulk/words.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { userChoices } from '#pages/devices/device-picker/choices.ts'
import { failureOf, PickDialog, type Result } from '#pages/devices/device-picker/PickDialog.tsx'
import { textOf } from '#pages/devices/value-text.ts'

type Props = { devices: readonly (Device | DeviceSummary)[]; onClose: () => void }

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
      each={({ id }) => assign(devices, id)}
      onDone={() => invalidate(updateDevice.changes)}
      onClose={onClose}
    />
  )
}

/** One after the other: what the server refuses for one device says nothing of the others. */
async function assign(devices: Props['devices'], user_id: string): Promise<Result> {
  const failures: Result['failures'][number][] = []
  for (const device of devices) {
    await call(updateDevice, { device_id: textOf(device.device_id), user_id }).catch((error: unknown) =>
      failures.push(failureOf(nameOf(device), error)),
    )
  }
  return { done: devices.length - failures.length, failures }
}
