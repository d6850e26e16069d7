import { invalidate } from '#api/change.ts'
import { type Device, updateDevice } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { devicesInWords } from '#pages/devices/bulk/words.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { userChoices } from '#pages/devices/device-picker/choices.ts'
import { PickDialog } from '#pages/devices/device-picker/PickDialog.tsx'
import { updateEach } from './update-each.ts'

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
      each={({ id }) => updateEach(devices, { user_id: id })}
      onDone={() => invalidate(updateDevice.changes)}
      onClose={onClose}
    />
  )
}
