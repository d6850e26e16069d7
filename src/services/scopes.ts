import { type Endpoint, serviceOf } from '#contract/endpoint.ts'

/**
 * A scope that the row needs and the token lacks, if any. A token's scopes are `{mdm_scope}.<Area>.<TYPE>`, a row's
 * are without the first part; case does not count.
 */
export function missingScope(endpoint: Endpoint, held: readonly string[] | undefined): string | undefined {
  if (!held) return undefined
  const granted = new Set(held.map(areaAndType))
  return scopesOf(endpoint).find((scope) => !granted.has(areaAndType(scope)))
}

/** desktop-management has one area: READ lets GET pass, UPDATE everything else. */
const scopesOf = (endpoint: Endpoint): readonly string[] => {
  if (serviceOf(endpoint) !== 'desktop') return endpoint.scopes ?? []
  return [endpoint.method === 'GET' ? 'restapi.READ' : 'restapi.UPDATE']
}

const areaAndType = (scope: string) => scope.split('.').slice(-2).join('.').toLowerCase()
