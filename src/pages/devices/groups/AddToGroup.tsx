import { call } from '#api/call.ts'
import { invalidate } from '#api/change.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { addGroupMembers } from '#contract/mdm/groups.ts'
import { devicesInWords } from '#pages/devices/bulk/words.ts'
import { groupChoices } from '#pages/devices/device-picker/choices.ts'
import { PickDialog } from '#pages/devices/device-picker/PickDialog.tsx'

/** So many devices one call may name. */
const batchSize = 1000

/** Put the devices that are chosen in a list into groups. */
export function AddToGroup({ devices, onClose }: { devices: readonly DeviceSummary[]; onClose: () => void }) {
  const ids = devices.flatMap(({ device_id }) => device_id ?? [])
  const add = async (group_id: string) => {
    for (let at = 0; at < ids.length; at += batchSize) {
      await call(addGroupMembers, { group_id, member_ids: ids.slice(at, at + batchSize) })
    }
  }
  return (
    <PickDialog
      title={`Add ${devicesInWords(ids.length)} to groups`}
      placeholder="Name or description of a group"
      action="Add"
      choices={groupChoices}
      each={({ id }) => add(id)}
      onDone={() => invalidate(addGroupMembers.changes)}
      onClose={onClose}
    />
  )
}
