import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { problemOf } from '#api/problem.ts'
import type { CheckedDevices } from '#components/devices/call-devices.ts'
import { checkedDevices } from '#components/devices/checked-devices.ts'
import { untilPlanned } from '#components/jobs/start-job.ts'
import { checkSecurity, type DeviceFilter, selectDevices } from '#contract/console/plans/device-selections.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import { type DeviceSummary, pageLimit } from '#contract/mdm/device-list.ts'
import { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { statusesOnceEnrolled } from '#contract/mdm/jobs/security-job.ts'
import type { Problem } from '#contract/problem.ts'
import { type DeviceSearch, toDevicesInput } from '#pages/devices/list/device-search.ts'
import { partOf } from '#pages/devices/list-page.ts'

/** The devices of a list that are checked: those that are or were enrolled. */
export const checkedIn = (search: DeviceSearch): DeviceFilter => ({
  ...toDevicesInput(search),
  ...(search.managed_status === '' && { managed_status: statusesOnceEnrolled }),
})

const firstPage = partOf(0, pageLimit.max)
export const listOf = (filter: DeviceFilter) => checkedDevices({ ...filter, ...firstPage })

/** Whether the server ignores the filter by status, as its response shows: then all devices are checked. */
export const ignoresStatus = (search: DeviceSearch, asked?: CheckedDevices) =>
  search.managed_status === '' && asked?.isCorrected === false && asked.unmet?.includes('managed_status') === true

export function filterOf(search: DeviceSearch, asked?: CheckedDevices): DeviceFilter {
  const { managed_status, ...everyOne } = checkedIn(search)
  return ignoresStatus(search, asked) ? everyOne : { ...everyOne, managed_status }
}

/** The devices that are checked, and the filter that finds them. Waits for the list, which may still be loading. */
export async function readChecked(search: DeviceSearch) {
  const read = (filter: DeviceFilter) => queryClient.query({ ...listOf(filter), staleTime: 'static' })
  const filter = filterOf(search, await read(checkedIn(search)))
  return { filter, rows: (await read(filter)).rows }
}

/** Up to this many devices are requested individually instead of reading a list that may be long. */
const maxRequests = 20

/** Records of some devices of a list; devices that it no longer has are left out. */
export async function someDevices(ids: readonly string[], filter: DeviceFilter): Promise<DeviceSummary[]> {
  const single = ids.length <= maxRequests ? await individually(ids) : undefined
  if (single) return single
  const wanted = new Set(ids)
  return (await call(selectDevices, { filter })).devices.filter(({ device_id = '' }) => wanted.has(device_id))
}

/** Undefined if the server does not offer it: the list then shows which devices exist. */
async function individually(ids: readonly string[]): Promise<DeviceSummary[] | undefined> {
  try {
    return await Promise.all(ids.map((device_id) => call(getDevice, { device_id })))
  } catch (error) {
    if (isNotOffered(problemOf(error))) return undefined
    throw error
  }
}

/** Leaves a check planned, for a schedule. */
export async function planCheck(filter: DeviceFilter): Promise<number> {
  const { id } = await call(checkSecurity, { filter, starts: false })
  await untilPlanned(id)
  return id
}

/**
 * Why the server cannot be asked for the security of devices, if so: a job would stop at its first device. One device
 * may be gone, two in a row are not.
 */
export async function findMissing(devices: readonly DeviceSummary[]): Promise<Problem | undefined> {
  let missing: Problem | undefined
  for (const { device_id = '' } of devices.slice(0, 2)) {
    try {
      await call(getDeviceSecurity, { device_id })
      return undefined
    } catch (error) {
      missing = problemOf(error)
      if (!isNotOffered(missing)) throw missing
    }
  }
  return missing
}
