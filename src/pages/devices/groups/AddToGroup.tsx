import { call } from '#api/call.ts'
import { invalidate } from '#api/change.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { addGroupMembers } from '#contract/mdm/groups.ts'
import { useDeviceJob } from '#pages/devices/bulk/use-device-job.ts'
import { deviceCount } from '#pages/devices/device-count.ts'
import { groupChoices } from '#pages/devices/device-picker/choices.ts'
import { PickDialog } from '#pages/devices/device-picker/PickDialog.tsx'

/** Maximum number of devices in one request. */
const batchSize = 1000

/**
 * Adds selected devices to groups: one request per group, or a job if there are more devices than a request can have.
 */
export function AddToGroup({ devices, onClose }: { devices: readonly DeviceSummary[]; onClose: () => void }) {
  const startJob = useDeviceJob()
  const ids = devices.flatMap(({ device_id }) => device_id ?? [])
  const whom = deviceCount(ids.length)
  return (
    <PickDialog
      title={`Add ${whom} to groups`}
      placeholder="Name or description of a group"
      action="Add"
      choices={groupChoices}
      each={({ id: group_id, label }) =>
        ids.length <= batchSize
          ? call(addGroupMembers, { group_id, member_ids: ids })
          : startJob({ endpoint: addGroupMembers, title: `Add ${whom} to ${label}`, input: { group_id } }, devices)
      }
      onDone={() => invalidate(addGroupMembers.changes)}
      onClose={onClose}
    />
  )
}
