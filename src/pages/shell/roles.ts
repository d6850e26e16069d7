const rights = ['read', 'write', 'admin']

/** Permissions as people say them: the highest right of each module. `MDM_Read`, `MDM_Write` → "MDM: write". */
export function rolesOf(permissions: readonly string[]): string[] {
  const highest = new Map<string, number>()
  for (const permission of permissions) {
    const at = permission.lastIndexOf('_')
    const module = permission.slice(0, Math.max(at, 0))
    const right = rights.indexOf(permission.slice(at + 1).toLowerCase())
    if (module) highest.set(module, Math.max(right, highest.get(module) ?? -1))
  }
  return [...highest].map(([module, right]) => `${module}: ${rights[right] ?? 'other'}`)
}
