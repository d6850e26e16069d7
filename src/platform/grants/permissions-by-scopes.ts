import { scopeNamesIn } from '#contract/identity/scopes.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

const rights: Readonly<Record<string, string>> = { read: 'Read', create: 'Write', update: 'Write', delete: 'Admin' }

/** `restapi` stands for all of desktop-management; other areas of it have the names of its modules. */
function modulesOf(area: string): readonly string[] {
  if (area === 'restapi') return ['Common', 'SOM', 'Inventory']
  if (area.startsWith('mdm')) return ['MDM']
  return ['Common', 'SOM', 'Inventory'].filter((module) => module.toLowerCase() === area)
}

/** On premises an administrator may enter a key of the console at any time, which then stands for everybody. */
const takesTokens = (upstream: Upstream | undefined) =>
  !upstream || (upstream.edition === 'cloud' && !upstream.credential)

/**
 * What somebody may do whose identity provider says nothing of it: what the scopes of their token let do, and nothing at
 * a service that is asked with a key of the console instead of that token. Nobody becomes administrator of the console by
 * a scope.
 */
export function permissionsByScopes(scopes: string, { upstreams }: Pick<Site, 'upstreams'>): string[] {
  const permissions = scopeNamesIn(scopes).flatMap((scope) => {
    const [area = '', type = ''] = scope.toLowerCase().split('.').slice(-2)
    const right = rights[type]
    const modules = modulesOf(area).filter((module) => takesTokens(upstreams.get(module === 'MDM' ? 'mdm' : 'desktop')))
    return right === undefined ? [] : modules.map((module) => `${module}_${right}`)
  })
  return [...new Set(permissions)].filter((permission) => permission !== 'Common_Admin')
}
