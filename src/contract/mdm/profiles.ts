import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { aFlag, aLong, aText, aTime, aValue, anInteger, anObject, recordOf, type RecordOf } from '#contract/field.ts'
import { page } from '#contract/page.ts'
import { flagText, integer, optional, record } from '#contract/wire.ts'
import { deviceGroups } from './device-fields.ts'
import { deviceId, paging } from './device-list.ts'
import { payloadKinds } from './payload-kinds.ts'
import { deviceManagement, inventory } from './area-scopes.ts'
import { trashJob } from './jobs/resource-jobs.ts'
import { anId, deleted, ids, listAssumes, listing, taken } from './resource-row.ts'

const profileFields = {
  profile_id: aLong(),
  collection_id: aLong(),
  profile_name: aText(),
  profile_description: aText(),
  profile_version: anInteger(),
  platform_type: anInteger(),
  profile_status: aText(),
  profile_status_id: anInteger(),
  scope: aValue(),
  is_moved_to_trash: aFlag(),
  device_count: anInteger(),
  group_count: anInteger(),
  created_by: aText(),
  creation_time: aTime(),
  last_modified_by: aText(),
  last_modified_time: aTime(),
}
const payloadFields = {
  payload_id: aLong(),
  payload_type: aText(),
  payload_name: aText(),
  payload_version: anInteger(),
  payload: anObject({}),
}
export type Profile = RecordOf<typeof profileFields>
export type Payload = RecordOf<typeof payloadFields>
const deviceProfile = deviceGroups.profiles.profiles.of

const source = 'mobile-device-management, Profiles, groups, summary; path: as on real servers'
const profile_id = anId
const read = { source, permission: 'MDM_Read', reads: ['mdm.profile'], ...deviceManagement('READ') } as const
const change = { source, permission: 'MDM_Write', changes: ['mdm.profile'] } as const
const distribution = { ...change, changes: ['mdm.profile', 'mdm.device'] } as const
const named = {
  profile_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  profile_description: z.optional(z.string().check(z.maxLength(1000))),
  scope: z.optional(z.pipe(integer, z.int().check(z.minimum(0), z.maximum(1)))),
}

export const listProfiles = endpoint({
  id: 'mdm.listProfiles',
  ...read,
  summary: 'Profiles, paged',
  method: 'GET',
  path: '/api/v1/profiles',
  encoding: 'query',
  input: z.object({ ...listing, include_trash: z.optional(flagText) }),
  output: page('profiles', recordOf(profileFields)),
  assumes: [...listAssumes('name and description'), 'include_trash=true includes profiles in the trash'],
})

export const getProfile = endpoint({
  id: 'mdm.getProfile',
  ...read,
  summary: 'A profile',
  method: 'GET',
  path: '/api/v1/profiles/{profile_id}',
  encoding: 'query',
  input: z.object({ profile_id }),
  output: recordOf(profileFields),
})

export const createProfile = endpoint({
  id: 'mdm.createProfile',
  ...change,
  ...deviceManagement('CREATE'),
  summary: 'Create a profile without payloads',
  target: ['profile_name', 'platform_type'],
  method: 'POST',
  path: '/api/v1/profiles',
  encoding: 'json',
  input: z.object({ ...named, platform_type: z.pipe(integer, z.int().check(z.minimum(1), z.maximum(3))) }),
  output: recordOf(profileFields),
  status: 201,
  assumes: ['Names are unique per platform, not case-sensitive: COM0010', 'New profiles must be published'],
})

export const updateProfile = endpoint({
  id: 'mdm.updateProfile',
  ...change,
  ...deviceManagement('UPDATE'),
  summary: 'Change the name or description of a profile',
  method: 'PUT',
  path: '/api/v1/profiles/{profile_id}',
  encoding: 'json',
  input: z.object({ profile_id, ...optional(named) }),
  output: recordOf(profileFields),
})

export const deleteProfile = endpoint({
  id: 'mdm.deleteProfile',
  ...change,
  ...deviceManagement('DELETE'),
  ...deleted,
  summary: 'Move a profile to the trash, or delete it if it is already there',
  method: 'DELETE',
  path: '/api/v1/profiles/{profile_id}',
  danger: true,
  input: z.object({ profile_id }),
  job: trashJob,
  assumes: ['APP0002 while devices or groups have it'],
})

export const deleteProfiles = endpoint({
  id: 'mdm.deleteProfiles',
  ...change,
  ...deviceManagement('DELETE'),
  ...taken,
  summary: 'Move profiles to the trash, or delete those already there',
  target: ['profile_ids'],
  method: 'DELETE',
  path: '/api/v1/profiles',
  danger: true,
  input: z.object({ profile_ids: ids }),
  assumes: ['All or none of them: APP0002 while devices or groups have one'],
})

export const publishProfile = endpoint({
  id: 'mdm.publishProfile',
  ...change,
  ...deviceManagement('UPDATE'),
  ...taken,
  encoding: 'query',
  summary: 'Publish a profile for distribution',
  method: 'POST',
  path: '/api/v1/profiles/{profile_id}/publish',
  input: z.object({ profile_id }),
  assumes: ['COM0009 if it has no payload, COM0015 if it is in the trash'],
})

export const listProfilePayloads = endpoint({
  id: 'mdm.listProfilePayloads',
  ...read,
  summary: 'Payloads of a profile',
  method: 'GET',
  path: '/api/v1/profiles/{profile_id}/payloads',
  encoding: 'query',
  input: z.object({ profile_id, ...paging }),
  output: page('payloads', recordOf(payloadFields)),
})

export const addProfilePayload = endpoint({
  id: 'mdm.addProfilePayload',
  ...change,
  ...deviceManagement('UPDATE'),
  summary: 'Add a payload to a profile; it must then be published again',
  target: ['profile_id', 'payload_type'],
  method: 'POST',
  path: '/api/v1/profiles/{profile_id}/payloads',
  encoding: 'json',
  input: z.object({
    profile_id,
    payload_type: z.optional(z.string().check(z.maxLength(100))),
    payload: z.optional(record({})),
  }),
  output: recordOf(payloadFields),
  status: 201,
  assumes: [
    `payload_type is ${Object.keys(payloadKinds).join(', ')}; payload is an object with its fields`,
    'PAY0002 names a field that is missing, PAY0004 one with a wrong value, PAY0001 an image that is too large, FIL0001 a file that is no certificate',
    'Settings have one of the numbers with a stated meaning, or of the sample where none is stated; what is left out is not set',
  ],
})

export const updateProfilePayload = endpoint({
  id: 'mdm.updateProfilePayload',
  ...change,
  ...deviceManagement('UPDATE'),
  summary: 'Change a payload of a profile; it must then be published again',
  method: 'PUT',
  path: '/api/v1/profiles/{profile_id}/payloads/{payload_id}',
  encoding: 'json',
  input: z.object({ profile_id, payload_id: anId, payload: record({}) }),
  output: recordOf(payloadFields),
  assumes: ['PUT changes only the given fields of the payload; null removes one', 'Refused as a new payload is'],
})

export const deleteProfilePayload = endpoint({
  id: 'mdm.deleteProfilePayload',
  ...change,
  ...deviceManagement('UPDATE'),
  ...deleted,
  summary: 'Remove a payload from a profile; it must then be published again',
  method: 'DELETE',
  path: '/api/v1/profiles/{profile_id}/payloads/{payload_id}',
  input: z.object({ profile_id, payload_id: anId }),
})

const ofDevice = { ...read, ...inventory('READ'), reads: ['mdm.device', 'mdm.profile'] } as const

export const listDeviceProfiles = endpoint({
  id: 'mdm.listDeviceProfiles',
  ...ofDevice,
  summary: 'Profiles of a device, direct or through groups',
  method: 'GET',
  path: '/api/v1/devices/{device_id}/profiles',
  encoding: 'query',
  input: z.object({ ...deviceId, ...paging }),
  output: page('profiles', recordOf(deviceProfile)),
})
export const getDeviceProfile = endpoint({
  id: 'mdm.getDeviceProfile',
  ...ofDevice,
  summary: 'A profile on a device',
  method: 'GET',
  path: '/api/v1/devices/{device_id}/profiles/{profile_id}',
  encoding: 'query',
  input: z.object({ ...deviceId, profile_id }),
  output: recordOf(deviceProfile),
})
export const addDeviceProfiles = endpoint({
  id: 'mdm.addDeviceProfiles',
  ...distribution,
  ...deviceManagement('CREATE'),
  ...taken,
  summary: 'Distribute profiles to a device',
  target: ['device_id', 'profile_ids'],
  method: 'POST',
  path: '/api/v1/devices/{device_id}/profiles',
  input: z.object({ ...deviceId, profile_ids: ids }),
  assumes: ['COM0015 for a device that is not enrolled, another platform, or a profile that is not published'],
})
export const removeDeviceProfiles = endpoint({
  id: 'mdm.removeDeviceProfiles',
  ...distribution,
  ...deviceManagement('DELETE'),
  ...taken,
  summary: 'Remove profiles from a device',
  target: ['device_id', 'profile_ids'],
  method: 'DELETE',
  path: '/api/v1/devices/{device_id}/profiles',
  input: z.object({ ...deviceId, profile_ids: ids }),
  assumes: ['COM0008 if the device does not have it; COM0015 if it is distributed through a group only'],
})

export const profileRows = {
  listProfiles,
  getProfile,
  createProfile,
  updateProfile,
  deleteProfile,
  deleteProfiles,
  publishProfile,
  listProfilePayloads,
  addProfilePayload,
  updateProfilePayload,
  deleteProfilePayload,
  listDeviceProfiles,
  getDeviceProfile,
  addDeviceProfiles,
  removeDeviceProfiles,
}
