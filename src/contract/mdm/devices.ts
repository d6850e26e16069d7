import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { page } from '#contract/page.ts'
import { commaList, flagText, integer, record, text } from '#contract/wire.ts'
import { commandFields, deviceRecord, deviceSummaryFields } from './device-fields.ts'
import { aText, aTime, anInteger, recordOf, type RecordOf } from './field.ts'

/** What a list row carries: the summary of the reference, and what the list shows, sorts or filters by. */
export const deviceListFields = {
  ...deviceSummaryFields,
  managed_status: anInteger(),
  last_contact_time: aTime(),
  asset_tag: aText(),
  office: aText(),
  wifi_ip: aText(),
  wifi_mac: aText(),
}
export type DeviceSummary = RecordOf<typeof deviceListFields>
export type Device = z.output<typeof deviceRecord>
export type DeviceCommand = RecordOf<typeof commandFields>

/** Columns one can sort by; `-` before the name is descending. */
export const deviceSorts = [
  'device_name',
  'serial_number',
  'platform_type',
  'os_version',
  'model',
  'user_name',
  'managed_status',
  'owned_by',
  'office',
  'asset_tag',
  'last_contact_time',
] as const
export type DeviceSort = (typeof deviceSorts)[number]
export const deviceOrder = z.enum(deviceSorts.flatMap((name) => [name, `-${name}` as const]))

/** Page limits: our choice, COM0003 beyond them. */
export const pageLimit = { default: 50, max: 200 }

const paging = {
  limit: integer.pipe(z.int().min(1).max(pageLimit.max)).optional(),
  offset: integer.pipe(z.int().min(0).max(10_000_000)).optional(),
  'skip-token': z.string().min(1).max(2000).optional(),
}

export const listDevices = endpoint({
  id: 'mdm.listDevices',
  source: 'mobile-device-management, Endpoints 1',
  summary: 'Devices, a page at a time',
  method: 'GET',
  path: '/api/v1/devices',
  carrier: 'query',
  input: z.object({
    ...paging,
    'delta-token': z.string().min(1).optional(),
    search: z.string().max(200).optional(),
    platform: z.string().max(50).optional(),
    owned_by: z.string().max(50).optional(),
    serial_number: z.string().max(200).optional(),
    imei: z.string().max(50).optional(),
    email: z.string().max(320).optional(),
    managed_status: commaList(z.string().regex(/^-?\d+$/)).optional(),
    exclude_removed: flagText.optional(),
    sort: deviceOrder.optional(),
  }),
  output: page('devices', recordOf(deviceListFields)),
  permission: 'MDM_Read',
  reads: ['mdm.device'],
  assumes: [
    `limit is ${pageLimit.default} by default and ${pageLimit.max} at most; offset counts from 0`,
    'search finds text anywhere in name, serial number, UDID, IMEI, user, e-mail, model, asset tag, office, IP or MAC address',
    'platform, owned_by, serial_number, imei and email match the whole value; exclude_removed is true or false',
    'sort and managed_status are ours: sort is a column, with - before it for descending; managed_status is a comma-joined list',
    'owned_by 1 is corporate and 2 is personal in the embedded service',
  ],
})

export const getDevice = endpoint({
  id: 'mdm.getDevice',
  source: 'mobile-device-management, Resources; path: field-notes 3.2',
  summary: 'The whole record of a device',
  method: 'GET',
  path: '/api/v1/devices/{device_id}',
  carrier: 'query',
  input: z.object({ device_id: z.string().min(1).max(200) }),
  output: deviceRecord,
  permission: 'MDM_Read',
  reads: ['mdm.device'],
  assumes: ['The path is devices/{device_id}, and the answer is the record itself'],
})

export const listDeviceCommands = endpoint({
  id: 'mdm.listDeviceCommands',
  source: 'mobile-device-management, Commands and actions; path: field-notes 3.2',
  summary: 'Commands sent to a device, newest first, each with its life',
  method: 'GET',
  path: '/api/v1/devices/{device_id}/commandhistory',
  carrier: 'query',
  input: z.object({ device_id: z.string().min(1).max(200), ...paging }),
  output: page('commands', recordOf(commandFields)),
  permission: 'MDM_Read',
  reads: ['mdm.device', 'mdm.command'],
  assumes: ['The path is devices/{device_id}/commandhistory, and the list is called commands'],
})

export const getApiRoot = endpoint({
  id: 'mdm.getApiRoot',
  source: 'mobile-device-management, What the service does; path: not shown',
  summary: 'The address of each resource',
  method: 'GET',
  path: '/api/v1',
  carrier: 'query',
  input: z.object({}),
  output: record({ devices: text }),
  permission: 'MDM_Read',
  assumes: ['The root is the version path itself, and answers a JSON object of resource addresses'],
})

export const deviceRows = { getApiRoot, listDevices, getDevice, listDeviceCommands }
