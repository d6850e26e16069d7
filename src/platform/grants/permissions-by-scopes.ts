import { scopeNamesIn } from '#contract/identity/scopes.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

const rights: Readonly<Record<string, string>> = { read: 'Read', create: 'Write', update: 'Write', delete: 'Admin' }

/** `restapi` covers all of desktop management; other areas are named like its modules. */
function modulesOf(area: string): readonly string[] {
  if (area === 'restapi') return ['Common', 'SOM', 'Inventory']
  if (area.startsWith('mdm')) return ['MDM']
  return ['Common', 'SOM', 'Inventory'].filter((module) => module.toLowerCase() === area)
}

/** On premises, an administrator can enter an API key at any time, which then applies to everyone. */
const takesTokens = (upstream: Upstream | undefined) =>
  !upstream || (upstream.edition === 'cloud' && !upstream.credential)

/**
 * Permissions if the identity provider states none: those of the token's scopes, and none for services that use an API
 * key instead of this token. Scopes never grant console administration.
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
