import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { record, text } from '#contract/wire.ts'
import { listApps } from './apps.ts'
import { listDevices } from './device-list.ts'
import { listGroups } from './groups.ts'
import { listProfiles } from './profiles.ts'
import { listUsers } from './users.ts'

/** Resource collections; the API root lists the address of each. */
export const collections = {
  devices: listDevices,
  groups: listGroups,
  profiles: listProfiles,
  apps: listApps,
  users: listUsers,
}
export type Collection = keyof typeof collections

export const getApiRoot = endpoint({
  id: 'mdm.getApiRoot',
  source: 'mobile-device-management, What the service does; path: not shown',
  summary: 'Resource addresses',
  method: 'GET',
  path: '/api/v1',
  alsoAt: ['/api/v1/'],
  encoding: 'query',
  input: z.object({}),
  output: record({ devices: text, groups: text, profiles: text, apps: text, users: text } satisfies Record<
    Collection,
    z.ZodMiniType
  >),
  permission: 'MDM_Read',
  assumes: ['The root is the version path itself, and returns a JSON object of resource addresses'],
})

export const rootRows = { getApiRoot }
