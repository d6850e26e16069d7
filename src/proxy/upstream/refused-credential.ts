import { getServerProperties } from '#contract/desktop/server.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { Problem } from '#contract/problem.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import { call } from '#platform/upstream/call.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

type Refusal = {
  upstream: Upstream
  by: Bearer | undefined
  /** The rejected credential was an access token; the identity provider decides whether it is still valid. */
  ofGrant: boolean
  login: Upstream | undefined
  signal: AbortSignal
}

/**
 * Interprets HTTP 401. The session ends only if the service that issued its token rejects it; any other 401 concerns
 * that connection and whoever manages its credentials.
 */
export async function meaningOfRefusal(
  problem: Problem,
  { upstream, by, ofGrant, login, signal }: Refusal,
): Promise<Problem> {
  const { service, raw } = problem
  if (by?.isKey) return new Problem('KEY_REFUSED', problem.message, { service, raw })
  if (ofGrant) return new Problem('GRANT_REFUSED', undefined, { service, raw })
  if (!by || !login) return new Problem('KEY_NEEDED', undefined, { service, raw })
  const token = await tokenAt(login, by.value, signal)
  const isOver = login === upstream ? token !== 'taken' : token === 'refused'
  if (isOver) return new Problem('SIGNED_OUT')
  return login === upstream
    ? new Problem('FORBIDDEN', problem.message, { service, raw })
    : new Problem('KEY_NEEDED', undefined, { service, raw })
}

const answersWithinMs = 3_000

/** Some servers return 401 for unknown paths. A documented endpoint tells the two cases apart. */
export async function tokenAt(
  login: Upstream,
  secret: string,
  gone: AbortSignal,
): Promise<'taken' | 'refused' | 'unknown'> {
  const by = { upstream: login, secret, signal: AbortSignal.any([gone, AbortSignal.timeout(answersWithinMs)]) }
  const statusOf = (answer: Promise<unknown>) =>
    answer.then(
      () => 200,
      (error: unknown) => (error instanceof Problem ? error.status : 500),
    )
  const statuses = [await statusOf(call(getServerProperties, {}, by))]
  // Only the list of computers is documented; other servers may lack the properties.
  if (statuses[0] !== 200) statuses.push(await statusOf(call(listComputers, { page: 0, pagelimit: 1 }, by)))
  if (statuses.some((status) => status === 200 || status === 403)) return 'taken'
  return statuses.includes(401) ? 'refused' : 'unknown'
}
