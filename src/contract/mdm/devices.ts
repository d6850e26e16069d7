import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { recordOf, type RecordOf } from '#contract/field.ts'
import { page } from '#contract/page.ts'
import { integer, long, optional } from '#contract/wire.ts'
import { commandFields, deviceRecord } from './device-fields.ts'
import { deviceId, listDevices, paging } from './device-list.ts'
import { editJob } from './jobs/resource-jobs.ts'

export type Device = z.output<typeof deviceRecord>
export type DeviceCommand = RecordOf<typeof commandFields>

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
const date = z.pipe(integer, z.int().check(z.minimum(-1)))
const shortText = z.string().check(z.maxLength(200))

/** Editable fields; the device reports all others. */
const editableFields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  asset_tag: shortText,
  asset_owner: shortText,
  description: z.string().check(z.maxLength(1000)),
  office: shortText,
  owned_by: z.pipe(integer, z.int().check(z.minimum(1), z.maximum(2))),
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
  job: editJob,
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
    days: z.optional(z.pipe(integer, z.int().check(z.minimum(1), z.maximum(36_500)))),
    start_time: z.optional(z.pipe(integer, z.int().check(z.minimum(0)))),
    end_time: z.optional(z.pipe(integer, z.int().check(z.minimum(0)))),
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
