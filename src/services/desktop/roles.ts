/** Modules of `user_permissions` entries, `<Module>_<Read|Write|Admin>` (desktop-management, M27). */
const modules = ['Common', 'SOM', 'Inventory', 'Tools', 'MDM', 'KeyManagement']

const rights = {
  administrator: ['Read', 'Write', 'Admin'],
  operator: ['Read', 'Write'],
  helpdesk: ['Read'],
} as const
export type Role = keyof typeof rights
export const roles = Object.keys(rights) as Role[]
type Right = (typeof rights.administrator)[number]

const entries = (role: Role, right: Right) =>
  (rights[role] as readonly Right[]).includes(right) ? modules.map((module) => `${module}_${right}`) : []

export const permissionsOf = (role: Role) => ({
  read: entries(role, 'Read'),
  write: entries(role, 'Write'),
  admin: entries(role, 'Admin'),
})
