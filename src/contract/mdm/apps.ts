import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { aFlag, aListOf, aLong, aText, aTime, anInteger, anObject, recordOf, type RecordOf } from '#contract/field.ts'
import { page } from '#contract/page.ts'
import { flag, integer, long } from '#contract/wire.ts'
import { appOnDevice, releaseLabel } from './device-fields.ts'
import { deviceId, paging } from './device-list.ts'
import { deviceManagement, inventory } from './area-scopes.ts'
import { anId, deleted, ids, listAssumes, listing, taken } from './resource-row.ts'
import type { appType } from './status.ts'
import { base64Characters, iconBytes, roughSize } from './upload.ts'

const appFields = {
  app_id: aLong(),
  app_name: aText(),
  app_category: aText(),
  app_type: anInteger(),
  bundle_identifier: aText(),
  version: aText(),
  platform_type: anInteger(),
  file_name: aText(),
  file_size: anInteger(),
  description: aText(),
  icon: aText(),
  store_url: aText(),
  is_app_paid: aFlag(),
  release_labels: aListOf(releaseLabel),
  device_count: anInteger(),
  group_count: anInteger(),
  installed_count: anInteger(),
  added_time: aTime(),
  modified_time: aTime(),
}
export type App = RecordOf<typeof appFields>

/** An app of a device: distributed to it, installed on it, or both. */
const deviceApp = {
  ...appOnDevice,
  platform: aText(),
  added_time: aTime(),
  modified_time: aTime(),
  icon: aText(),
  release_label_details: anObject(releaseLabel),
  is_distributed: aFlag(),
  is_installed: aFlag(),
}
export type DeviceApp = RecordOf<typeof deviceApp>

const source = 'mobile-device-management, Apps; path: as on real servers'
const app_id = anId
const read = { source, permission: 'MDM_Read', reads: ['mdm.app'], ...deviceManagement('READ') } as const
const change = { source, permission: 'MDM_Write', changes: ['mdm.app'] } as const
const distribution = { ...change, changes: ['mdm.app', 'mdm.device'] } as const

export const listApps = endpoint({
  id: 'mdm.listApps',
  ...read,
  summary: 'Apps, paged',
  method: 'GET',
  path: '/api/v1/apps',
  encoding: 'query',
  input: z.object(listing),
  output: page('apps', recordOf(appFields)),
  assumes: [
    ...listAssumes('name, identifier and category'),
    'device_count counts devices it is distributed to, installed_count devices that have it installed',
  ],
})

export const getApp = endpoint({
  id: 'mdm.getApp',
  ...read,
  summary: 'An app',
  method: 'GET',
  path: '/api/v1/apps/{app_id}',
  encoding: 'query',
  input: z.object({ app_id }),
  output: recordOf(appFields),
})

/** `app_type` of an app with an uploaded package rather than from a store. */
export const enterpriseApp = 2 satisfies keyof typeof appType

export const createApp = endpoint({
  id: 'mdm.createApp',
  ...change,
  ...deviceManagement('CREATE'),
  summary: 'Add a store app, or an enterprise app with its package',
  target: ['app_name', 'bundle_identifier'],
  method: 'POST',
  path: '/api/v1/apps',
  encoding: 'json',
  input: z.object({
    app_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    app_type: z.pipe(integer, z.int().check(z.minimum(1), z.maximum(2))),
    platform_type: z.pipe(integer, z.int().check(z.minimum(1), z.maximum(3))),
    bundle_identifier: z.string().check(z.minLength(1), z.maxLength(200)),
    version: z.optional(z.string().check(z.maxLength(50))),
    app_category: z.optional(z.string().check(z.maxLength(100))),
    description: z.optional(z.string().check(z.maxLength(1000))),
    store_url: z.optional(z.url({ protocol: /^https$/ }).check(z.maxLength(2000))),
    is_app_paid: z.optional(flag),
    app_file: z.optional(long),
    icon_file: z.optional(z.base64().check(z.maxLength(base64Characters))),
  }),
  output: recordOf(appFields),
  status: 201,
  assumes: [
    'An identifier is unique for its platform: COM0010',
    'app_file is the file_id of the package of an enterprise app, uploaded before (APP0001)',
    `icon_file is a PNG or JPEG image of at most ${roughSize(iconBytes)} in base64 (FIL0001)`,
  ],
})

export const deleteApp = endpoint({
  id: 'mdm.deleteApp',
  ...change,
  ...deviceManagement('DELETE'),
  ...deleted,
  summary: 'Delete an app',
  method: 'DELETE',
  path: '/api/v1/apps/{app_id}',
  danger: true,
  input: z.object({ app_id }),
  assumes: ['APP0002 while devices or groups have it'],
})

export const listAppLabels = endpoint({
  id: 'mdm.listAppLabels',
  ...read,
  summary: 'Release labels of an app',
  method: 'GET',
  path: '/api/v1/apps/{app_id}/labels',
  encoding: 'query',
  input: z.object({ app_id, ...paging }),
  output: page('release_labels', recordOf(releaseLabel)),
  assumes: ['The path is apps/{app_id}/labels'],
})

export const addAppLabel = endpoint({
  id: 'mdm.addAppLabel',
  ...change,
  ...deviceManagement('UPDATE'),
  summary: 'Add a release label to an app',
  target: ['app_id', 'release_label_name'],
  method: 'POST',
  path: '/api/v1/apps/{app_id}/labels',
  encoding: 'json',
  input: z.object({ app_id, release_label_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  output: recordOf(releaseLabel),
  status: 201,
  assumes: ['Labels are unique per app, not case-sensitive: COM0010; at most 50: COM0015'],
})

const ofDevice = { ...read, ...inventory('READ'), reads: ['mdm.device', 'mdm.app'] } as const

export const listDeviceApps = endpoint({
  id: 'mdm.listDeviceApps',
  ...ofDevice,
  summary: 'Apps of a device: distributed to it, installed on it, or both',
  method: 'GET',
  path: '/api/v1/devices/{device_id}/apps',
  encoding: 'query',
  input: z.object({ ...deviceId, ...paging }),
  output: page('apps', recordOf(deviceApp)),
  assumes: [
    'Combines apps and installed_apps of the record; see is_distributed and is_installed',
    'app_version is the installed version, if installed',
  ],
})
export const getDeviceApp = endpoint({
  id: 'mdm.getDeviceApp',
  ...ofDevice,
  summary: 'An app on a device',
  method: 'GET',
  path: '/api/v1/devices/{device_id}/apps/{app_id}',
  encoding: 'query',
  input: z.object({ ...deviceId, app_id }),
  output: recordOf(deviceApp),
})
export const addDeviceApps = endpoint({
  id: 'mdm.addDeviceApps',
  ...distribution,
  ...deviceManagement('CREATE'),
  ...taken,
  summary: 'Distribute apps to a device',
  target: ['device_id', 'app_ids'],
  method: 'POST',
  path: '/api/v1/devices/{device_id}/apps',
  input: z.object({ ...deviceId, app_ids: ids }),
  assumes: ['COM0015 for a device that is not enrolled, or another platform; distributed is not yet installed'],
})
export const removeDeviceApps = endpoint({
  id: 'mdm.removeDeviceApps',
  ...distribution,
  ...deviceManagement('DELETE'),
  ...taken,
  summary: 'Remove apps from a device',
  target: ['device_id', 'app_ids'],
  method: 'DELETE',
  path: '/api/v1/devices/{device_id}/apps',
  input: z.object({ ...deviceId, app_ids: ids }),
  assumes: ['COM0008 if the device does not have it; COM0015 if it is distributed through a group only'],
})
export const refreshDeviceApps = endpoint({
  id: 'mdm.refreshDeviceApps',
  ...distribution,
  ...deviceManagement('UPDATE'),
  ...taken,
  encoding: 'query',
  summary: 'Sync the distributed and installed apps of a device',
  method: 'POST',
  path: '/api/v1/devices/{device_id}/apps/refreshstatus',
  input: z.object(deviceId),
  assumes: ['All distributed apps are installed; COM0015 for devices that are not enrolled'],
})

export const appRows = {
  listApps,
  getApp,
  createApp,
  deleteApp,
  listAppLabels,
  addAppLabel,
  listDeviceApps,
  getDeviceApp,
  addDeviceApps,
  removeDeviceApps,
  refreshDeviceApps,
}
