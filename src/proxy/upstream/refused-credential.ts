import { getServerProperties } from '#contract/desktop/server.ts'
import { listSoftware } from '#contract/desktop/software.ts'
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
  if (token instanceof Problem) return signedOutBy(token)
  if (login !== upstream) return new Problem('KEY_NEEDED', undefined, { service, raw })
  return token === 'taken' ? new Problem('FORBIDDEN', problem.message, { service, raw }) : signedOutBy(problem)
}

/** Keeps the code of the server, which may say that the account is disabled, but not its text. */
export const signedOutBy = ({ code }: Problem) => new Problem('SIGNED_OUT', undefined, { raw: { error_code: code } })

const answersWithinMs = 3_000

/** Some servers return 401 for unknown paths. A documented endpoint tells the two cases apart; a problem is its 401. */
export async function tokenAt(
  login: Upstream,
  secret: string,
  gone: AbortSignal,
): Promise<'taken' | 'unknown' | Problem> {
  const by = { upstream: login, secret, signal: AbortSignal.any([gone, AbortSignal.timeout(answersWithinMs)]) }
  const problemOf = (answer: Promise<unknown>) =>
    answer.then(
      () => undefined,
      (error: unknown) => (error instanceof Problem ? error : new Problem('FAILED')),
    )
  const problems = [await problemOf(call(getServerProperties, {}, by))]
  // Only the two lists are in the reference; a server may keep one of them at an address for a role.
  if (problems[0]) problems.push(await problemOf(call(listComputers, { page: 0, pagelimit: 1 }, by)))
  if (problems[1]) problems.push(await problemOf(call(listSoftware, { page: 0, pagelimit: 1 }, by)))
  if (problems.some((problem) => !problem || problem.status === 403)) return 'taken'
  return problems.find((problem) => problem?.status === 401) ?? 'unknown'
}
