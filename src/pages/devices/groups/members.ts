import { requestResources } from '#components/devices/checked-resources.ts'
import { requireApplied } from '#components/lists/checked/require-applied.ts'
import { type DeviceSummary, pageLimit } from '#contract/mdm/device-list.ts'
import { listGroupMembers } from '#contract/mdm/groups.ts'
import { nameOf } from '#pages/devices/device-facts.ts'

export const idOf = (device: DeviceSummary) => device.device_id ?? device.serial_number ?? nameOf(device)

/** All devices of a group, page by page; a device that has moved to another page in the meantime is counted once. */
export async function membersOf(group_id: string): Promise<DeviceSummary[]> {
  const members = new Map<string, DeviceSummary>()
  for (let offset = 0; ; offset += pageLimit.max) {
    const part = await requestResources(listGroupMembers, { group_id, limit: pageLimit.max, offset })
    const { rows, total } = requireApplied(part, 'mdm')
    for (const device of rows) members.set(idOf(device), device)
    const isLast = total === undefined ? rows.length < pageLimit.max : offset + rows.length >= total
    if (isLast || rows.length === 0) return [...members.values()]
  }
}
