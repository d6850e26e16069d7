import { change } from '#api/change.ts'
import { type Device, updateDevice } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { useDeviceJob } from '#pages/devices/bulk/use-device-job.ts'
import { deviceCount } from '#pages/devices/device-count.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { userChoices } from '#pages/devices/device-picker/choices.ts'
import { PickDialog } from '#pages/devices/device-picker/PickDialog.tsx'
import { textOf } from '#contract/words/value-text.ts'

type Props = { devices: readonly (Device | DeviceSummary)[]; onClose: () => void }

/** Assigns a device, or several by a job, to a user. An existing assignment is replaced. */
export function AssignUser({ devices, onClose }: Props) {
  const startJob = useDeviceJob()
  const [only, ...more] = devices
  const isOne = only !== undefined && more.length === 0
  const whom = isOne ? nameOf(only) : deviceCount(devices.length)
  return (
    <PickDialog
      single
      title={`Assign ${whom} to a user`}
      placeholder="Name or email address"
      action="Assign"
      choices={userChoices}
      each={({ id: user_id, label }) =>
        isOne
          ? change(updateDevice, { device_id: textOf(only.device_id), user_id })
          : startJob({ endpoint: updateDevice, title: `Assign ${whom} to ${label}`, input: { user_id } }, devices)
      }
      onClose={onClose}
    />
  )
}
