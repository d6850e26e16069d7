import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { aText, aTime, anInteger, recordOf, type RecordOf } from '#contract/field.ts'
import { page } from '#contract/page.ts'
import { commaList, flagText, integer, long, optional } from '#contract/wire.ts'
import { commandFields, deviceRecord, deviceSummaryFields } from './device-fields.ts'

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

export const paging = {
  limit: integer.pipe(z.int().min(1).max(pageLimit.max)).optional(),
  offset: integer.pipe(z.int().min(0).max(10_000_000)).optional(),
  'skip-token': z.string().min(1).max(2000).optional(),
}

export const deviceId = { device_id: z.string().min(1).max(200) }

/** Kinds of device that lists can be asked for; case does not count. */
const deviceTypes = ['Smartphone', 'Tablet', 'Laptop', 'Desktop', 'Tv', 'Rugged scanner'] as const

export const listDevices = endpoint({
  id: 'mdm.listDevices',
  source: 'mobile-device-management, Endpoints 1',
  summary: 'Devices, paged',
  method: 'GET',
  path: '/api/v1/devices',
  encoding: 'query',
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
    include_all: flagText.optional(),
    summary: flagText.optional(),
    group_id: z.string().min(1).max(200).optional(),
    device_type: z.string().max(50).optional(),
    sort: deviceOrder.optional(),
  }),
  output: page('devices', recordOf(deviceListFields)),
  permission: 'MDM_Read',
  scopes: ['MDMInventory.READ'],
  reads: ['mdm.device'],
  assumes: [
    `limit is ${pageLimit.default} by default and ${pageLimit.max} at most; offset counts from 0`,
    'search finds text anywhere in name, serial number, UDID, IMEI, user, email, model, asset tag, office, IP or MAC address',
    'platform, owned_by, serial_number, imei and email match the whole value; exclude_removed is true or false',
    'sort and managed_status are extensions: sort is a column, prefixed with - for descending; managed_status is a comma-joined list',
    'owned_by 1 is corporate and 2 is personal in the embedded service',
    'group_id lists the members of a group; empty if the group does not exist',
    `device_type is the whole model_type (${deviceTypes.join(', ')}), not case-sensitive`,
    'include_all=false omits devices that are not enrolled; summary=false omits the counts',
    'delta lists contain devices whose own data, groups, apps or profiles changed',
  ],
})

export const getDevice = endpoint({
  id: 'mdm.getDevice',
  source: 'mobile-device-management, Resources; path: as on real servers',
  summary: 'Full record of a device',
  method: 'GET',
  path: '/api/v1/devices/{device_id}',
  encoding: 'query',
  input: z.object(deviceId),
  output: deviceRecord,
  permission: 'MDM_Read',
  scopes: ['MDMInventory.READ'],
  reads: ['mdm.device'],
  assumes: [
    'The path is devices/{device_id}, and the response is the record itself',
    'firmware_password is not part of it: devices/{device_id}/firmware/password reveals it',
  ],
})

/** Epoch milliseconds; -1 clears the date. */
const date = integer.pipe(z.int().min(-1))
const shortText = z.string().max(200)

/** What an administrator may change; everything else the device itself tells. */
const editableFields = {
  name: z.string().trim().min(1).max(300),
  asset_tag: shortText,
  asset_owner: shortText,
  description: z.string().max(1000),
  office: shortText,
  owned_by: integer.pipe(z.int().min(1).max(2)),
  purchase_date: date,
  purchase_order_number: shortText,
  purchase_price: shortText,
  purchase_type: shortText,
  warranty_expiration_date: date,
  warranty_number: shortText,
  warranty_type: shortText,
  user_id: long,
}

export const updateDevice = endpoint({
  id: 'mdm.updateDevice',
  source: 'mobile-device-management, Ownership, purchase and contact; path: as on real servers',
  summary: 'Edit the administrative fields of a device, or assign it to a user',
  method: 'PUT',
  path: '/api/v1/devices/{device_id}',
  encoding: 'json',
  input: z.object({ ...deviceId, ...optional(editableFields) }),
  output: deviceRecord,
  permission: 'MDM_Write',
  scopes: ['MDMInventory.UPDATE'],
  reads: ['mdm.device'],
  changes: ['mdm.device', 'mdm.user'],
  assumes: [
    `PUT changes only the given fields: ${Object.keys(editableFields).join(', ')}`,
    'purchase_date and warranty_expiration_date are epoch milliseconds; -1 clears them',
    'name sets name and device_name; an empty body is COM0009; returns the updated record',
    'user_id assigns the device: SDE0003 if the user does not exist or the device is no longer managed',
    'a device waiting for user assignment (managed_status 5) is then enrolled and uses a license: COM00020 if none is left',
  ],
})

export const listDeviceCommands = endpoint({
  id: 'mdm.listDeviceCommands',
  source: 'mobile-device-management, Commands and actions; path: as on real servers',
  summary: 'Commands sent to a device with their status history, newest first',
  method: 'GET',
  path: '/api/v1/devices/{device_id}/commandhistory',
  encoding: 'query',
  input: z.object({
    ...deviceId,
    ...paging,
    days: integer.pipe(z.int().min(1).max(36_500)).optional(),
    start_time: integer.pipe(z.int().min(0)).optional(),
    end_time: integer.pipe(z.int().min(0)).optional(),
  }),
  output: page('commands', recordOf(commandFields)),
  permission: 'MDM_Read',
  scopes: ['MDMInventory.READ'],
  reads: ['mdm.device', 'mdm.command'],
  assumes: [
    'The path is devices/{device_id}/commandhistory, and the list is called commands',
    'days, start_time and end_time (epoch milliseconds) limit the period; the later of days and start_time applies',
  ],
})

export const deviceRows = { listDevices, getDevice, updateDevice }
