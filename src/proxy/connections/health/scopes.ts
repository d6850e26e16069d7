import type { Finding } from '#contract/console/connections.ts'
import { serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Problem } from '#contract/problem.ts'
import type { IdentitySettings } from '#platform/upstream/sites.ts'
import { found } from './finding.ts'
import type { Look } from './look.ts'

/** What real servers say where a token covers too little. */
export const isAboutScopes = ({ status, code, message }: Problem) =>
  status === 403 && /scope/i.test(`${code} ${message}`)

/** Whether what a cloud server asks of a token is among what people are asked to grant. */
export function checkScopes({ upstream, own, first }: Look, identity: IdentitySettings | undefined): Finding[] {
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
  const missing = neededBy(upstream.service).filter(
    (scope) => !identity.scopes.some((one) => areaAndType(one) === scope),
  )
  if (missing.length === 0) return [found('scopes', 'good', 'All scopes are requested')]
  return [
    found(
      'scopes',
      'warning',
      `${missing.length === 1 ? '1 scope is' : `${missing.length} scopes are`} not asked for`,
      {
        detail: `Some pages or actions will be refused without ${missing.join(', ')}`,
        next: 'Add the required scopes to "scopes" of identity, restart the console, then connect again.',
      },
    ),
  ]
}

/** Scopes are named `<service>.<area>.<type>`; only the last two are told by the references, and case does not count. */
const areaAndType = (scope: string) => scope.split('.').slice(-2).join('.').toLowerCase()

const neededBy = (service: string): string[] => {
  const scopes = [...endpoints.values()]
    .filter((endpoint) => serviceOf(endpoint) === service)
    .flatMap((endpoint) => endpoint.scopes ?? [])
  return [...new Set(scopes.map((scope) => scope.toLowerCase()))].toSorted()
}
