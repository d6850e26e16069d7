import { holds, type Permission } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import { serviceTitles } from '#contract/words/service-names.ts'
import type { Site } from '#platform/upstream/sites.ts'

/** Throws unless the caller is signed in and has the permission. */
export function requirePermission(
  permission: Permission,
  permissions: readonly string[] | undefined,
  site: Pick<Site, 'upstreams'>,
) {
  if (permission === 'anyone') return
  if (!permissions) throw new Problem('SIGNED_OUT')
  if (!holds(permissions, permission)) throw new Problem('FORBIDDEN', whatIsMissing(permission, permissions, site))
}

/** Services without a module of their own at some servers of desktop management; a setting names the module to use. */
const servicesBeside = [
  ['MDM', 'mdm'],
  ['KeyManagement', 'keys'],
] as const
type Rights = readonly string[]

function whatIsMissing(permission: Permission, permissions: Rights, site: Pick<Site, 'upstreams'>): string {
  const needed = `Your account needs ${permission}`
  const [module = ''] = permission.split('_')
  const [, service] = servicesBeside.find(([name]) => name === module) ?? []
  if (service === undefined || !isUnnamed(module, permissions)) return needed
  if (!site.upstreams.has(service)) return `${needed}, and this site has no connection to ${serviceTitles[service]}`
  const hint = moduleHints(permissions, site)[module]
  return hint === undefined ? needed : `${needed}. ${hint}`
}

const isUnnamed = (module: string, permissions: Rights) =>
  permissions.length > 0 && !permissions.some((entry) => entry.toLowerCase().startsWith(`${module.toLowerCase()}_`))

/** By module: which setting of a connection is missing if the server reports no permissions of the module. */
export function moduleHints(permissions: Rights, { upstreams }: Pick<Site, 'upstreams'>): Record<string, string> {
  const unset = servicesBeside.filter(([module, service]) => {
    const upstream = upstreams.get(service)
    return isUnnamed(module, permissions) && upstream !== undefined && upstream.module === undefined
  })
  return Object.fromEntries(
    unset.map(([module, service]) => [
      module,
      `The server that signed you in reported no permissions of ${module}. If it has no such module, "module" of the connection of ${serviceTitles[service]} names the module whose permissions apply.`,
    ]),
  )
}
