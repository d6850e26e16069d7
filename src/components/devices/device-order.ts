import type { DeviceSort, DeviceSummary } from '#contract/mdm/device-list.ts'
import { instantOf } from '#contract/time.ts'

/** Sort value of a device; undefined if its row does not have the field. */
export function sortValue(device: DeviceSummary, column: string): string | number | undefined {
  if (column === ('last_contact_time' satisfies DeviceSort)) return instantOf(device.last_contact_time)?.getTime()
  const found: unknown = column === 'user_name' ? nameOfUser(device) : device[column as keyof DeviceSummary]
  if (typeof found === 'number') return found
  return typeof found === 'string' && found.trim() !== '' ? found : undefined
}

const nameOfUser = (device: DeviceSummary): unknown =>
  device.user?.user_name ?? (device as { user_name?: unknown }).user_name
