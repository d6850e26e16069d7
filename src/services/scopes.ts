import type { Row } from '#contract/endpoint.ts'

/**
 * A scope that the row needs and the token lacks, if any. A token's scopes are `{mdm_scope}.<Area>.<TYPE>`, a row's
 * are without the first part; case does not count (M446).
 */
export function missingScope({ scopes = [] }: Row, held: readonly string[] | undefined): string | undefined {
  if (!held) return undefined
  const granted = new Set(held.map(areaAndType))
  return scopes.find((scope) => !granted.has(areaAndType(scope)))
}

const areaAndType = (scope: string) => scope.split('.').slice(-2).join('.').toLowerCase()
