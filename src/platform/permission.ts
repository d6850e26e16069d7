import { holds, type Permission } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import { serviceTitles } from '#platform/upstream/service-titles.ts'
import type { Site } from '#platform/upstream/sites.ts'

/** Only who is signed in and holds it goes on; nobody is signed in who has no permissions. */
export function requirePermission(
  permission: Permission,
  permissions: readonly string[] | undefined,
  site: Pick<Site, 'upstreams'>,
) {
  if (permission === 'anyone') return
  if (!permissions) throw new Problem('SIGNED_OUT')
  if (!holds(permissions, permission)) throw new Problem('FORBIDDEN', whatIsMissing(permission, permissions, site))
}

/** Services whose module a server of desktop management may not have; a setting says whose rights count then. */
const servicesBeside = new Map<string, 'mdm' | 'keys'>([
  ['MDM', 'mdm'],
  ['KeyManagement', 'keys'],
])

function whatIsMissing(permission: Permission, permissions: readonly string[], site: Pick<Site, 'upstreams'>): string {
  const needed = `Your account needs ${permission}`
  const [module = ''] = permission.split('_')
  const service = servicesBeside.get(module)
  const upstream = service && site.upstreams.get(service)
  const isNamed = permissions.some((entry) => entry.toLowerCase().startsWith(`${module.toLowerCase()}_`))
  if (isNamed || service === undefined || permissions.length === 0) return needed
  if (!upstream) return `${needed}, and this site has no connection to ${serviceTitles[service]}`
  if (upstream.module !== undefined) return needed
  return `${needed}, and the server that signed you in names no rights of ${module}. If it has no such module, "module" of the connection of ${serviceTitles[service]} says whose rights count.`
}
