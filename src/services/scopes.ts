import { type Endpoint, serviceOf } from '#contract/endpoint.ts'

/**
 * A scope that the endpoint requires and the token lacks. Token scopes are `{mdm_scope}.<Area>.<TYPE>`, endpoint scopes
 * lack the first part; case-insensitive.
 */
export function missingScope(endpoint: Endpoint, held: readonly string[] | undefined): string | undefined {
  if (!held) return undefined
  const granted = new Set(held.map(areaAndType))
  return scopesOf(endpoint).find((scope) => !granted.has(areaAndType(scope)))
}

/** desktop-management has a single area: READ for GET, UPDATE for everything else. */
const scopesOf = (endpoint: Endpoint): readonly string[] => {
  if (serviceOf(endpoint) !== 'desktop') return endpoint.scopes ?? []
  return [endpoint.method === 'GET' ? 'restapi.READ' : 'restapi.UPDATE']
}

const areaAndType = (scope: string) => scope.split('.').slice(-2).join('.').toLowerCase()
