import { holds, type Permission } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'

/** Only who is signed in and holds it goes on; nobody is signed in who has no permissions. */
export function requirePermission(permission: Permission, permissions: readonly string[] | undefined) {
  if (permission === 'anyone') return
  if (!permissions) throw new Problem('SIGNED_OUT')
  if (!holds(permissions, permission)) throw new Problem('FORBIDDEN', `Your account needs ${permission}`)
}
