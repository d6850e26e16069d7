import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Device, getDevice } from '#contract/mdm/devices.ts'
import { type DeviceSummary, listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import { allDevices } from './all-devices.ts'

/** Devices of which only the row of the list is known. */
const fromList = new WeakSet<object>()
export const isFromList = (device: object) => fromList.has(device)
/** Source of the data, for display. */
export const placeOf = (device: object) => (isFromList(device) ? 'device list' : 'device record')

/**
 * A device record shared by all tabs. Only the list is documented: if the server has no single records, the row of the
 * list is used.
 */
export const cachedDevice = (device_id: string) =>
  queryOptions({
    ...query(getDevice, { device_id }),
    queryFn: async ({ signal }): Promise<Device> => {
      try {
        return await call(getDevice, { device_id }, signal)
      } catch (error) {
        const problem = problemOf(error)
        if (!isNotOffered(problem) || hasRecords()) throw error
        const row = await rowOf(device_id)
        if (!row) throw error
        if (typeof row === 'string') throw new Problem(row, problem.message, { service: 'mdm', raw: problem.raw })
        const device = asRecord(row)
        fromList.add(device)
        return device
      }
    },
    structuralSharing: (before, now) => (fromList.has(now as object) ? now : replaceEqualDeep(before, now)),
  })

/** Whether the server has returned a single record before. If so, a record that it does not find was deleted. */
const hasRecords = () =>
  queryClient
    .getQueriesData<Device>({ queryKey: [getDevice.id] })
    .some(([, device]) => device !== undefined && !fromList.has(device))

type NotFound = 'NOT_SEARCHED' | 'NOT_LISTED'

/** The row of the device, or why there is none; undefined if the list could not be read. */
async function rowOf(device_id: string): Promise<DeviceSummary | NotFound | undefined> {
  const isIt = (device: DeviceSummary) => device.device_id === device_id
  const seen = queryClient.getQueriesData<Partial<Output<typeof listDevices>>>({ queryKey: [listDevices.id] })
  const known = seen.flatMap(([, page]) => page?.rows ?? []).find(isIt)
  // An error of the list must not hide the original error.
  const all = known ? undefined : await queryClient.query(allDevices).catch(() => undefined)
  return known ?? all?.rows.find(isIt) ?? (all && (all.isWhole ? 'NOT_LISTED' : 'NOT_SEARCHED'))
}

/** Lists can contain whole records (mobile-device-management, Endpoints): decodes the row as a record. */
function asRecord(row: DeviceSummary): Device {
  const wire = z.encode(listDevices.output, { rows: [row] }) as { devices?: unknown[] }
  const record = z.safeDecode(getDevice.output, (wire.devices?.[0] ?? {}) as never)
  return record.success ? record.data : row
}
