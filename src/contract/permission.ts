const rights = ['read', 'write', 'admin'] as const

/** Module names in `user_permissions` (desktop-management). */
type Module = 'Common' | 'Inventory' | 'KeyManagement' | 'MDM' | 'SOM'

/** Who may call an endpoint: holders of the permission, anyone, signed-in users, or the proxy only. */
export type Permission = `${Module}_${Capitalize<(typeof rights)[number]>}` | 'anyone' | 'signed-in' | 'proxy'

/**
 * Whether `<Module>_<Right>` entries grant the permission. Admin includes write, write includes read. The right follows
 * the last underscore; case-insensitive.
 */
export function holds(entries: readonly string[], wanted: Permission): boolean {
  if (wanted === 'anyone' || wanted === 'signed-in') return true
  if (wanted === 'proxy') return false
  const [module, right] = split(wanted)
  return entries.some((entry) => {
    const [heldModule, held] = split(entry)
    return heldModule === module && rightOrder(held) >= rightOrder(right)
  })
}

/** Admin permission of the same module. */
export const adminOf = (permission: Permission): Permission => {
  const at = permission.lastIndexOf('_')
  return at < 0 ? permission : (`${permission.slice(0, at)}_Admin` as Permission)
}

const split = (entry: string) => {
  const at = entry.lastIndexOf('_')
  return [entry.slice(0, at).toLowerCase(), entry.slice(at + 1).toLowerCase()] as const
}
const rightOrder = (right: string) => (rights as readonly string[]).indexOf(right)

/** Permissions for display: the highest right per module. `MDM_Read`, `MDM_Write` → MDM, write. */
export function rolesOf(entries: readonly string[]): { module: string; right: (typeof rights)[number] | 'other' }[] {
  const highest = new Map<string, number>()
  for (const entry of entries) {
    const module = entry.slice(0, Math.max(entry.lastIndexOf('_'), 0))
    const [, right] = split(entry)
    if (module) highest.set(module, Math.max(rightOrder(right), highest.get(module) ?? -1))
  }
  return [...highest].map(([module, right]) => ({ module, right: rights[right] ?? 'other' }))
}
