import { findScope } from '#contract/identity/scopes.ts'
import { permissionsOf, type Role } from '#services/desktop/roles.ts'

const permissionsIn = ({ read, write, admin }: ReturnType<typeof permissionsOf>) =>
  new Set([...read, ...write, ...admin])

/** Scopes that this role may grant: users cannot grant permissions they lack. */
export function grantable(names: readonly string[], role: Role): string[] {
  const held = permissionsIn(permissionsOf(role))
  return names.filter((name) => held.has(findScope(name)?.permission ?? ''))
}

/** Modules of `user_permissions` by the service of a scope. */
const reach: Record<string, readonly string[]> = {
  DesktopManagement: ['Common', 'SOM', 'Inventory', 'Tools'],
  DeviceManagement: ['MDM'],
}

/** Permissions of a token: those of the role, limited by its scopes. */
export function permissionsWithin(names: readonly string[], role: Role) {
  const modulesOf = (wanted: readonly string[]) =>
    new Set(wanted.flatMap((name) => reach[name.split('.')[0] ?? ''] ?? []))
  const isRead = (name: string) => name.endsWith('.READ')
  const [readable, writable] = [modulesOf(names.filter(isRead)), modulesOf(names.filter((name) => !isRead(name)))]
  const within = (modules: ReadonlySet<string>, entries: readonly string[]) =>
    entries.filter((entry) => modules.has(entry.split('_')[0] ?? ''))
  const { read, write, admin } = permissionsOf(role)
  return { read: within(readable, read), write: within(writable, write), admin: within(writable, admin) }
}
