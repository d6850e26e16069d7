import type { Finding } from '#contract/console/connections.ts'
import { counted } from '#contract/words/counted.ts'
import { serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { missingScopes } from '#contract/identity/scopes.ts'
import type { Problem } from '#contract/problem.ts'
import type { IdentitySettings } from '#platform/upstream/sites.ts'
import { found } from './finding.ts'
import type { ServerObservations } from './observations.ts'

/** Error messages of real servers for insufficient scopes. */
export const isAboutScopes = ({ status, code, message }: Problem) =>
  status === 403 && /scope/i.test(`${code} ${message}`)

/** Checks whether the scopes required by a cloud server are among the requested ones. */
export function checkScopes(
  { upstream, own, first }: ServerObservations,
  identity: IdentitySettings | undefined,
): Finding[] {
  if (upstream.edition !== 'cloud' || !identity) return []
  const refused = [own, first].find((asked) => asked?.problem && isAboutScopes(asked.problem))?.problem
  if (refused) {
    return [
      found('scopes', 'bad', 'The granted access lacks scopes', {
        detail: refused.message,
        next: 'Add the scope to "scopes" of identity, restart the console, then connect again and consent.',
      }),
    ]
  }
  const missing = missingScopes(neededBy(upstream.service), identity.scopes)
  if (missing.length === 0) return [found('scopes', 'good', 'All scopes are requested')]
  return [
    found('scopes', 'warning', `${counted(missing.length, 'scope is', 'scopes are')} not requested`, {
      detail: `Areas are hidden, and actions refused, without ${missing.join(', ')}`,
      next: 'Add the required scopes to "scopes" of identity, restart the console, then connect again.',
    }),
  ]
}

const neededBy = (service: string): string[] => {
  const scopes = [...endpoints.values()]
    .filter((endpoint) => serviceOf(endpoint) === service)
    .flatMap((endpoint) => endpoint.scopes ?? [])
  return [...new Set(scopes.map((scope) => scope.toLowerCase()))].toSorted()
}
