import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { aListOf, aLong, aText, aTime, anInteger, recordOf, type RecordOf } from '#contract/field.ts'
import { page } from '#contract/page.ts'
import { integer } from '#contract/wire.ts'
import { deviceListFields } from './device-list.ts'
import { deviceManagement } from './area-scopes.ts'
import { joinJob, leaveJob } from './jobs/resource-jobs.ts'
import { anId, deleted, ids, listAssumes, listing, taken } from './resource-row.ts'

/** `group_type` of device groups. Our choice; real servers send 6. */
export const deviceGroupType = 6

const groupFields = {
  group_id: aLong(),
  name: aText(),
  group_type: anInteger('6 is a group of devices'),
  domain: aText(),
  description: aText(),
  device_count: anInteger(),
  app_count: anInteger(),
  profile_count: anInteger(),
  created_user: aText(),
  created_time: aTime(),
}
const wholeGroup = {
  ...groupFields,
  apps: aListOf({ app_id: aLong(), app_name: aText() }),
  profiles: aListOf({ profile_id: aLong(), profile_name: aText() }),
}
export type Group = RecordOf<typeof wholeGroup>

const source = 'mobile-device-management, Profiles, groups, summary; path: as on real servers'
const group_id = anId
const groups = { source, permission: 'MDM_Read', reads: ['mdm.group'] } as const
const change = { source, permission: 'MDM_Write', changes: ['mdm.group', 'mdm.device'] } as const

export const listGroups = endpoint({
  id: 'mdm.listGroups',
  ...groups,
  ...deviceManagement('READ'),
  summary: 'Device groups, paged',
  method: 'GET',
  path: '/api/v1/groups',
  encoding: 'query',
  input: z.object(listing),
  output: page('groups', recordOf(groupFields)),
  assumes: listAssumes('name and description'),
})

export const getGroup = endpoint({
  id: 'mdm.getGroup',
  ...groups,
  ...deviceManagement('READ'),
  summary: 'A group and its distributed items',
  method: 'GET',
  path: '/api/v1/groups/{group_id}',
  encoding: 'query',
  input: z.object({ group_id }),
  output: recordOf(wholeGroup),
  assumes: ['apps and profiles are those distributed to the group'],
})

export const createGroup = endpoint({
  id: 'mdm.createGroup',
  ...change,
  ...deviceManagement('CREATE'),
  summary: 'Create a group',
  target: ['name'],
  method: 'POST',
  path: '/api/v1/groups',
  encoding: 'json',
  input: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    group_type: z.optional(z.pipe(integer, z.literal(deviceGroupType))),
    domain: z.optional(z.string().check(z.maxLength(200))),
    description: z.optional(z.string().check(z.maxLength(1000))),
  }),
  output: recordOf(wholeGroup),
  status: 201,
  assumes: ['Group names are unique, not case-sensitive: COM0010', 'Returns the new group'],
})

export const deleteGroup = endpoint({
  id: 'mdm.deleteGroup',
  ...change,
  ...deviceManagement('DELETE'),
  ...deleted,
  summary: 'Delete a group; its devices are kept but lose items distributed through it',
  method: 'DELETE',
  path: '/api/v1/groups/{group_id}',
  danger: true,
  input: z.object({ group_id }),
})

export const listGroupMembers = endpoint({
  id: 'mdm.listGroupMembers',
  ...groups,
  ...deviceManagement('READ'),
  reads: ['mdm.group', 'mdm.device'],
  summary: 'Devices of a group, paged',
  method: 'GET',
  path: '/api/v1/groups/{group_id}/members',
  encoding: 'query',
  input: z.object({ group_id, ...listing }),
  output: page('members', recordOf(deviceListFields)),
  assumes: ['Members and parameters are as in the device list'],
})

export const addGroupMembers = endpoint({
  id: 'mdm.addGroupMembers',
  ...change,
  ...deviceManagement('UPDATE'),
  ...taken,
  summary: 'Add devices to a group',
  target: ['group_id', 'member_ids'],
  method: 'POST',
  path: '/api/v1/groups/{group_id}/members',
  input: z.object({ group_id, member_ids: ids }),
  job: joinJob,
  assumes: [
    'member_ids are device ids; existing members are ignored; all or none are added',
    'An empty list is COM0009, an unknown device COM0008',
  ],
})

export const removeGroupMember = endpoint({
  id: 'mdm.removeGroupMember',
  ...change,
  ...deviceManagement('UPDATE'),
  ...deleted,
  summary: 'Remove a device from a group',
  method: 'DELETE',
  path: '/api/v1/groups/{group_id}/members/{member_id}',
  input: z.object({ group_id, member_id: anId }),
  job: leaveJob,
})

/** Distribution of `apps` or `profiles` to a group, and its removal. */
const associated = <const N extends string, const P extends string>(name: N, kind: P, summary: string) =>
  ({
    id: `mdm.${name}`,
    ...change,
    changes: ['mdm.group', 'mdm.device', `mdm.${kind}`],
    ...taken,
    summary,
    target: ['group_id', `${kind}_ids`],
    path: `/api/v1/groups/{group_id}/${kind}s`,
    assumes: ['Applies to devices of the matching platform; all or none are accepted'],
  }) as const

export const addGroupApps = endpoint({
  ...associated('addGroupApps', 'app', 'Distribute apps to the devices of a group'),
  ...deviceManagement('UPDATE'),
  method: 'POST',
  input: z.object({ group_id, app_ids: ids }),
})
export const removeGroupApps = endpoint({
  ...associated('removeGroupApps', 'app', 'Remove apps from a group'),
  ...deviceManagement('UPDATE'),
  method: 'DELETE',
  input: z.object({ group_id, app_ids: ids }),
})
export const addGroupProfiles = endpoint({
  ...associated('addGroupProfiles', 'profile', 'Distribute profiles to the devices of a group'),
  ...deviceManagement('UPDATE'),
  method: 'POST',
  input: z.object({ group_id, profile_ids: ids }),
})
export const removeGroupProfiles = endpoint({
  ...associated('removeGroupProfiles', 'profile', 'Remove profiles from a group'),
  ...deviceManagement('UPDATE'),
  method: 'DELETE',
  input: z.object({ group_id, profile_ids: ids }),
})

export const groupRows = {
  listGroups,
  getGroup,
  createGroup,
  deleteGroup,
  listGroupMembers,
  addGroupMembers,
  removeGroupMember,
  addGroupApps,
  removeGroupApps,
  addGroupProfiles,
  removeGroupProfiles,
}
