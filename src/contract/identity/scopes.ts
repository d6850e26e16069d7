/** OAuth scopes and their descriptions on the consent page. */

import type { Permission } from '#contract/permission.ts'

const scopeTypes = ['READ', 'CREATE', 'UPDATE', 'DELETE'] as const
/** Kind of access to an area (mobile-device-management, Scopes). */
export type ScopeType = (typeof scopeTypes)[number]

export type Scope = {
  /** `Servicename.scopename.Operation` (desktop-management) or `{mdm_scope}.<Area>.<TYPE>` (mobile-device-management). */
  name: string
  words: string
  /** Permission that an account needs to grant this scope. */
  permission: Permission
}

const verbs: Record<ScopeType, string> = { READ: 'See', CREATE: 'Add', UPDATE: 'Change', DELETE: 'Remove' }

const areas = [
  ['MDMInventory', 'mobile devices, their details and their commands'],
  ['MDMDeviceMgmt', 'profiles, apps and groups of mobile devices'],
  ['MDMUser', 'users of mobile devices'],
] as const
/** Scope as named by endpoints: `<Area>.<TYPE>`. */
export type ScopeName = `${(typeof areas)[number][0]}.${ScopeType}`

const deviceScopes = areas.flatMap(([area, things]) =>
  scopeTypes.map((type): Scope => ({
    name: `DeviceManagement.${area}.${type}`,
    words: `${verbs[type]} ${things}`,
    permission: type === 'READ' ? 'MDM_Read' : 'MDM_Write',
  })),
)

export const scopes: readonly Scope[] = [
  { name: 'DesktopManagement.restapi.READ', words: 'See computers and their inventory', permission: 'SOM_Read' },
  {
    name: 'DesktopManagement.restapi.UPDATE',
    words: 'Change computers and start tasks on them',
    permission: 'SOM_Write',
  },
  ...deviceScopes,
]

/** READ, UPDATE and Update all occur, so scope names are case-insensitive. */
const byName = new Map(scopes.map((scope) => [scope.name.toLowerCase(), scope]))
export const findScope = (name: string) => byName.get(name.toLowerCase())

/** Distinct scope names in a list separated by commas or blanks (RFC 6749, 3.3). */
export const scopeNamesIn = (list: string): string[] => {
  const names = list.split(/[,\s]+/).filter((name) => name !== '')
  return [...new Map(names.map((name) => [name.toLowerCase(), findScope(name)?.name ?? name])).values()]
}

export const listOfScopes = (names: readonly string[]) => names.join(',')

/** Scopes are named `<service>.<area>.<type>`; the references state the last two parts only. Case-insensitive. */
const areaAndType = (scope: string) => scope.split('.').slice(-2).join('.').toLowerCase()

/** The needed scopes (`<Area>.<TYPE>`) that are not requested. */
export const missingScopes = (needed: readonly string[] = [], asked: readonly string[]): string[] =>
  needed.filter((scope) => !asked.some((one) => areaAndType(one) === scope.toLowerCase()))
