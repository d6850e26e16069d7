import type { AccountRole } from '#contract/desktop/accounts.ts'

/** Modules of `user_permissions` entries, `<Module>_<Read|Write|Admin>` (desktop-management). */
const modules = ['Common', 'SOM', 'Inventory', 'Tools', 'MDM', 'KeyManagement']

const rights = {
  administrator: ['Read', 'Write', 'Admin'],
  operator: ['Read', 'Write'],
  helpdesk: ['Read'],
} as const satisfies Record<AccountRole, readonly string[]>
export type Role = AccountRole
type Right = (typeof rights.administrator)[number]

const entries = (role: Role, right: Right) =>
  (rights[role] as readonly Right[]).includes(right) ? modules.map((module) => `${module}_${right}`) : []

export const permissionsOf = (role: Role) => ({
  read: entries(role, 'Read'),
  write: entries(role, 'Write'),
  admin: entries(role, 'Admin'),
})
