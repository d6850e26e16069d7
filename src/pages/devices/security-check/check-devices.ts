import { call } from '#api/call.ts'
import { problemOf } from '#api/problem.ts'
import { userOf } from '#components/devices/user-of.ts'
import { requestDevices } from '#components/devices/checked-devices.ts'
import { filtered } from '#components/devices/device-filters.ts'
import type { JobOrder } from '#components/jobs/start-job.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import type { Input } from '#contract/endpoint.ts'
import { type DeviceSummary, type listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { statusesOnceEnrolled } from '#contract/mdm/jobs/security-job.ts'
import { Problem } from '#contract/problem.ts'
import { deviceCount } from '#pages/devices/device-count.ts'
import { nameOf, platformOf } from '#pages/devices/device-facts.ts'
import { type DeviceSearch, toDevicesInput } from '#pages/devices/list/device-search.ts'
import { partOf } from '#pages/devices/list-page.ts'

/** The devices of a list that are checked: those that are or were enrolled. */
export const checkedIn = (search: DeviceSearch) => ({
  ...toDevicesInput(search),
  ...(search.managed_status === '' && { managed_status: statusesOnceEnrolled }),
  ...partOf(0, pageLimit.max),
})

/**
 * All devices that match, page by page, filtered here if the server does not filter them; `isEnough` ends early. A server
 * that ignores the offset returns no new device on its second page.
 */
export async function everyDevice(
  input: Input<typeof listDevices>,
  isEnough: (devices: ReadonlyMap<string, DeviceSummary>) => boolean = () => false,
): Promise<DeviceSummary[]> {
  const devices = new Map<string, DeviceSummary>()
  let isFiltered = true
  for (let offset = 0; ; offset += pageLimit.max) {
    const before = devices.size
    const { rows, total, unmet = [], isCorrected } = await requestDevices({ ...input, offset })
    if (isCorrected === false && unmet.some((name) => name !== 'sort')) isFiltered = false
    for (const device of rows) if (device.device_id) devices.set(device.device_id, device)
    const isLast = total === undefined ? rows.length < pageLimit.max : offset + rows.length >= total
    if (!isLast && devices.size > before && !isEnough(devices)) continue
    const found = isFiltered ? [...devices.values()] : filtered([...devices.values()], input)
    if (!found) throw unfiltered
    return found
  }
}

/** Up to this many devices are requested individually instead of reading a list that may be long. */
const maxRequests = 20

/** Records of some devices of a list; devices that it no longer has are left out. */
export async function someDevices(ids: readonly string[], list: Input<typeof listDevices>): Promise<DeviceSummary[]> {
  const single = ids.length <= maxRequests ? await individually(ids) : undefined
  return single ?? everyDevice(list, (found) => ids.every((id) => found.has(id)))
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

const unfiltered = new Problem(
  'UNEXPECTED_CONTENT',
  'The server does not filter its devices, and does not report what to filter them by',
  { service: 'mdm' },
)

/** The job that reads the security of each device. */
export const checkOf = (devices: readonly DeviceSummary[]): JobOrder => ({
  endpoint: getDeviceSecurity,
  title: `Security check of ${deviceCount(devices.length)}`,
  input: {},
  items: devices.map((device) => ({
    subject: device.device_id ?? '',
    label: nameOf(device).slice(0, 300),
    detail: detailOf(device).slice(0, 300),
  })),
})

/** Shown beside the name: user, platform and serial number. */
const detailOf = (device: DeviceSummary) =>
  [userOf(device).name, platformOf(device), device.serial_number].filter(Boolean).join(', ')

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
