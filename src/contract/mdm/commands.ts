import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { recordOf } from '#contract/field.ts'
import { integer, listOf, record, text } from '#contract/wire.ts'
import { parameterFields } from './action-parameters.ts'
import { commandFields } from './device-fields.ts'
import { listDeviceCommands } from './devices.ts'
import { type ActionName, actionNames } from './status.ts'

/** How many devices one call may name: our choice, COM0005 beyond it. */
export const bulkLimit = 10_000

/** They cannot be undone, so they are rows of their own, with a permission of their own. */
const wipes = ['complete_wipe', 'corporate_wipe'] as const satisfies readonly ActionName[]
export type WipeName = (typeof wipes)[number]
const isWipe = (name: ActionName): name is WipeName => wipes.some((wipe) => wipe === name)
/** They lock people out of a device, or take away what protects it: to many devices at once, they are dangerous. */
const locking: readonly ActionName[] = ['lock', 'enable_lost_mode', 'clear_passcode', 'reset_passcode']
const others = actionNames.filter((name): name is Exclude<ActionName, WipeName> => !isWipe(name))

const id = z.string().min(1).max(200)
const ofDevice = '/api/v1/devices/{device_id}'
const source = 'mobile-device-management, States: action_name; path and body: as on real servers'

const sent = {
  source,
  method: 'POST',
  encoding: 'json',
  changes: ['mdm.device', 'mdm.command'],
  scopes: ['MDMInventory.CREATE', 'MDMInventory.UPDATE', 'MDMDeviceMgmt.CREATE', 'MDMDeviceMgmt.UPDATE'],
} as const
const careful = { permission: 'MDM_Admin', danger: true } as const

const oneDevice = { output: recordOf(commandFields), body: 'optional' } as const
const assumesOfOne = [
  'The path is devices/{device_id}/actions/{action_name}; a body field action_name is refused',
  'Returns the command history entry; accepted does not mean executed',
  'The body is optional if the action has no required parameters; unknown parameters are COM0005',
]
const devices = {
  device_ids: z.array(text).max(bulkLimit).optional(),
  groups: z.array(text).max(1000).optional(),
}
type Many = { action_name: ActionName; device_ids?: string[] | undefined; groups?: string[] | undefined }
const item = record({ device_id: text, remarks: text, status: text })
const manyDevices = {
  output: record({
    total_count: integer,
    success_count: integer,
    not_applicable_count: integer,
    success_list: listOf(item),
    na_list: listOf(item),
  }),
} as const
const assumesOfMany = [
  `The path is actions/{action_name}; at most ${bulkLimit} device_ids; duplicates are ignored`,
  'na_list contains devices that were not sent the command, with the reason in remarks, including unknown ids',
  'status is SCHEDULED in both lists, as in the reference',
  'groups are ids of groups whose members are included',
]

export const wipeDevice = endpoint({
  ...sent,
  ...careful,
  ...oneDevice,
  id: 'mdm.wipeDevice',
  summary: 'Erase everything on a device',
  path: `${ofDevice}/actions/${wipes[0]}`,
  input: z.strictObject({ device_id: id, ...parameterFields }),
  assumes: assumesOfOne,
})

export const wipeCorporateData = endpoint({
  ...sent,
  ...careful,
  ...oneDevice,
  id: 'mdm.wipeCorporateData',
  summary: 'Remove corporate data from a device and unenroll it',
  path: `${ofDevice}/actions/${wipes[1]}`,
  input: z.strictObject({ device_id: id, ...parameterFields }),
  assumes: assumesOfOne,
})

export const sendCommand = endpoint({
  ...sent,
  ...oneDevice,
  id: 'mdm.sendCommand',
  summary: 'Send a command to a device',
  path: `${ofDevice}/actions/{action_name}`,
  input: z.strictObject({ device_id: id, action_name: z.enum(others), ...parameterFields }),
  permission: 'MDM_Write',
  assumes: assumesOfOne,
})

export const wipeDevices = endpoint({
  ...sent,
  ...careful,
  ...manyDevices,
  id: 'mdm.wipeDevices',
  summary: 'Erase everything on many devices',
  target: ['device_ids', 'groups'],
  path: `/api/v1/actions/${wipes[0]}`,
  input: z.strictObject({ ...devices, ...parameterFields }),
  assumes: assumesOfMany,
})

export const wipeCorporateDataOfDevices = endpoint({
  ...sent,
  ...careful,
  ...manyDevices,
  id: 'mdm.wipeCorporateDataOfDevices',
  summary: 'Remove corporate data from many devices and unenroll them',
  target: ['device_ids', 'groups'],
  path: `/api/v1/actions/${wipes[1]}`,
  input: z.strictObject({ ...devices, ...parameterFields }),
  assumes: assumesOfMany,
})

export const sendCommands = endpoint({
  ...sent,
  ...manyDevices,
  id: 'mdm.sendCommands',
  summary: 'Send a command to many devices',
  target: ['action_name', 'device_ids', 'groups'],
  path: '/api/v1/actions/{action_name}',
  input: z.strictObject({ action_name: z.enum(others), ...devices, ...parameterFields }),
  permission: 'MDM_Write',
  dangerFor: ({ action_name, device_ids = [], groups = [] }: Many) =>
    locking.includes(action_name) && (device_ids.length > 1 || groups.length > 0),
  assumes: [
    ...assumesOfMany,
    `${locking.join(', ')} to more than one device, or to a group, require a recent identity confirmation`,
  ],
})

export const suspendCommand = endpoint({
  ...sent,
  ...oneDevice,
  id: 'mdm.suspendCommand',
  source: 'mobile-device-management, Errors: CMD0002; path: not shown',
  summary: 'Cancel a command that the device has not received yet',
  path: `${ofDevice}/commandhistory/{command_history_id}/suspend`,
  input: z.strictObject({ device_id: id, command_history_id: id }),
  permission: 'MDM_Write',
  assumes: [
    'The path is devices/{device_id}/commandhistory/{command_history_id}/suspend, and the response is the entry',
    'A canceled command ends with command_status 0 and names the user; CMD0002 if already received',
  ],
})

export const getRecentCommand = endpoint({
  id: 'mdm.getRecentCommand',
  source: 'mobile-device-management, Commands and actions; path: as on real servers',
  summary: 'Status of the last command of a device',
  method: 'GET',
  path: `${ofDevice}/actions/recent_command`,
  encoding: 'query',
  input: z.object({ device_id: id }),
  output: record({ command_name: text, status_code: integer, status_description: text, kb_url: text }),
  permission: 'MDM_Read',
  scopes: ['MDMInventory.READ'],
  reads: ['mdm.device', 'mdm.command'],
  assumes: ['The path is devices/{device_id}/actions/recent_command; empty if there is no command'],
})

export const getDeviceScan = endpoint({
  ...getRecentCommand,
  id: 'mdm.getDeviceScan',
  source: 'mobile-device-management, States: status_code; path: as on real servers',
  summary: 'Status of the last scan of a device',
  path: `${ofDevice}/scan`,
  output: record({ status_code: integer, status_description: text, updated_time: integer, remarks: text }),
  assumes: ['The path is devices/{device_id}/scan; empty if the device was never scanned'],
})

/** A wipe comes before the row whose path would match it, too. */
export const commandRows = {
  wipeDevice,
  wipeCorporateData,
  sendCommand,
  wipeDevices,
  wipeCorporateDataOfDevices,
  sendCommands,
  suspendCommand,
  getRecentCommand,
  getDeviceScan,
  listDeviceCommands,
}
