import { textOfJson } from '#contract/json.ts'
import * as z from 'zod/mini'
import { type Endpoint, endpoint, type JobRow, type Output } from '#contract/endpoint.ts'
import { recordOf } from '#contract/field.ts'
import type { Guarded, GuardedAction } from '#contract/console/guarded-actions.ts'
import {
  type ActionName,
  type IrreversibleAction,
  actionNames,
  actions,
  isIrreversible,
} from '#contract/mdm/actions/actions.ts'
import { parameterFields } from '#contract/mdm/actions/parameters.ts'
import { idText, integer, listOf, record, text } from '#contract/wire.ts'
import { commandFields } from './device-fields.ts'
import { outcomeInHistory, outcomeInLists } from './command-outcome.ts'
import { listDeviceCommands } from './devices.ts'

/** Devices per call. Our choice; COM0005 beyond it. */
export const bulkLimit = 10_000

const dangerousInBulk = actionNames.filter((name) => actions[name].danger === 'in bulk')
const reversible = actionNames.filter((name): name is Exclude<ActionName, IrreversibleAction> => !isIrreversible(name))
/** The error message lists all actions, although irreversible ones have their own endpoints. */
const reversibleAction = z.enum(reversible, `must be one of ${actionNames.join(', ')}`)

const id = z.string().check(z.minLength(1), z.maxLength(200))
const ofDevice = '/api/v1/devices/{device_id}'
const ofOne = <N extends IrreversibleAction>(name: N) => `${ofDevice}/actions/${name}` as const
const ofMany = <N extends IrreversibleAction>(name: N) => `/api/v1/actions/${name}` as const
const source = 'mobile-device-management, States: action_name; path and body: as on real servers'

const sent = {
  source,
  method: 'POST',
  encoding: 'json',
  changes: ['mdm.device', 'mdm.command'],
  scopes: ['MDMInventory.CREATE', 'MDMInventory.UPDATE', 'MDMDeviceMgmt.CREATE', 'MDMDeviceMgmt.UPDATE'],
} as const
const careful = { permission: 'MDM_Admin', danger: true, reason: true } as const

const oneDevice = { output: recordOf(commandFields), body: 'optional' } as const
const assumesOfOne = [
  'The path is devices/{device_id}/actions/{action_name}; a body field action_name is refused',
  'Returns the command history entry; accepted does not mean executed',
  'The body is optional if the action has no required parameters; unknown parameters are COM0005',
]
const devices = {
  device_ids: z.optional(z.array(idText).check(z.maxLength(bulkLimit))),
  groups: z.optional(z.array(idText).check(z.maxLength(1000))),
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
  'Empty lists are COM0009',
  'na_list contains devices that were not sent the command, with the reason in remarks, including unknown ids',
  'status is SCHEDULED in both lists, as in the reference',
  'groups are ids of groups whose members are included',
]

type Named = { device_id?: string; device_ids?: string[] | undefined; groups?: string[] | undefined }
/** The number of devices in a group is not known when the command arrives. */
const guardedBy =
  (action: GuardedAction) =>
  ({ device_id, device_ids = [], groups = [] }: Named): Guarded => ({
    action,
    subjects: device_id === undefined ? device_ids : [device_id],
    isOpen: groups.length > 0,
  })
/** Clearing or resetting a passcode gives the holder of the device access, so it may require approval. */
const guardedCommand = (input: Named & { action_name: ActionName }) =>
  input.action_name === 'clear_passcode' || input.action_name === 'reset_passcode'
    ? guardedBy('clear-passcode')(input)
    : undefined

/** mobile-device-management, Commands and actions: audit_message is for audit purposes when enabling lost mode. */
const reasonIn = (input: { audit_message?: string | undefined; ticket_id?: string | undefined }) => ({
  reason: input.audit_message,
  ticket: input.ticket_id,
})

/** A command to many devices. Accepted commands are not executed yet; the history of each device shows the outcome. */
const jobOf = (action?: IrreversibleAction): JobRow => ({
  subject: 'device_ids',
  kind: 'device',
  batchSize: 100,
  answered: outcomeInLists,
  follow: {
    endpoint: listDeviceCommands,
    input: ([device_id = '']) => ({ device_id, limit: 10 }),
    told: ({ rows }: Output<typeof listDeviceCommands>, sent) =>
      outcomeInHistory(rows, action ?? textOfJson(sent.input.action_name), sent),
    // A wipe is only repeated by a user.
    isListedAtOnce: action === undefined,
  },
})

export const wipeDevice = endpoint({
  ...sent,
  ...careful,
  ...oneDevice,
  id: 'mdm.wipeDevice',
  summary: 'Erase everything on a device',
  guards: guardedBy('wipe'),
  path: ofOne('complete_wipe'),
  input: z.strictObject({ device_id: id, ...parameterFields }),
  assumes: assumesOfOne,
})

export const wipeCorporateData = endpoint({
  ...sent,
  ...careful,
  ...oneDevice,
  id: 'mdm.wipeCorporateData',
  summary: 'Remove corporate data from a device and unenroll it',
  guards: guardedBy('corporate-wipe'),
  path: ofOne('corporate_wipe'),
  input: z.strictObject({ device_id: id, ...parameterFields }),
  assumes: assumesOfOne,
})

export const sendCommand = endpoint({
  ...sent,
  ...oneDevice,
  id: 'mdm.sendCommand',
  summary: 'Send a command to a device',
  guards: guardedCommand,
  reasonIn,
  path: `${ofDevice}/actions/{action_name}`,
  input: z.strictObject({ device_id: id, action_name: reversibleAction, ...parameterFields }),
  permission: 'MDM_Write',
  assumes: assumesOfOne,
})

export const wipeDevices = endpoint({
  ...sent,
  ...careful,
  ...manyDevices,
  id: 'mdm.wipeDevices',
  summary: 'Erase everything on many devices',
  guards: guardedBy('wipe'),
  target: ['device_ids', 'groups'],
  path: ofMany('complete_wipe'),
  input: z.strictObject({ ...devices, ...parameterFields }),
  job: jobOf('complete_wipe'),
  assumes: assumesOfMany,
})

export const wipeCorporateDataOfDevices = endpoint({
  ...sent,
  ...careful,
  ...manyDevices,
  id: 'mdm.wipeCorporateDataOfDevices',
  summary: 'Remove corporate data from many devices and unenroll them',
  guards: guardedBy('corporate-wipe'),
  target: ['device_ids', 'groups'],
  path: ofMany('corporate_wipe'),
  input: z.strictObject({ ...devices, ...parameterFields }),
  job: jobOf('corporate_wipe'),
  assumes: assumesOfMany,
})

export const sendCommands = endpoint({
  ...sent,
  ...manyDevices,
  id: 'mdm.sendCommands',
  summary: 'Send a command to many devices',
  guards: guardedCommand,
  reasonIn,
  target: ['action_name', 'device_ids', 'groups'],
  path: '/api/v1/actions/{action_name}',
  input: z.strictObject({ action_name: reversibleAction, ...devices, ...parameterFields }),
  job: jobOf(),
  permission: 'MDM_Write',
  dangerFor: ({ action_name, device_ids = [], groups = [] }: Many) =>
    dangerousInBulk.includes(action_name) && (device_ids.length > 1 || groups.length > 0),
  assumes: [
    ...assumesOfMany,
    `${dangerousInBulk.join(', ')} to more than one device, or to a group, require a recent identity confirmation`,
  ],
})

/** Endpoints of irreversible actions. */
export const irreversibleEndpoints = {
  complete_wipe: { one: wipeDevice, many: wipeDevices },
  corporate_wipe: { one: wipeCorporateData, many: wipeCorporateDataOfDevices },
} as const satisfies Record<IrreversibleAction, { one: Endpoint; many: Endpoint }>

/** The endpoint that sends an action to one device. */
export const endpointOf = (name: ActionName) => (isIrreversible(name) ? irreversibleEndpoints[name].one : sendCommand)

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
    'A canceled command ends with command_status 0 and names the user; CMD0002 if already received or ended',
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

/** Irreversible actions precede the generic endpoint, whose path would match them. */
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
