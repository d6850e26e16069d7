import { toRequest } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'
import { problemIn } from '#platform/upstream/upstream-problem.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import { ownQuestion } from '#proxy/connections/own-question.ts'
import { refusesKey } from './refuses-key.ts'

/** Does the server take this key? Answers its refusal; throws when it cannot be asked. Nothing changes by asking. */
export async function refusalOfKey(upstream: Upstream, key: string, signal: AbortSignal): Promise<Problem | undefined> {
  const { service, dialect } = upstream
  const question = ownQuestion[service]
  if (!question) throw new Problem('NOT_FOUND', 'This service takes no keys', { service: 'console' })
  const { endpoint, input } = question
  const answer = await upstream.request(endpoint, toRequest(endpoint, input, dialect), key, signal)
  const problem = problemIn(service, answer, endpoint.responseType)
  if (!problem) return undefined
  const { status, retryAfterSeconds } = problem
  if (refusesKey(service, problem)) return problem
  if (service === 'keys' && problem.code === 'REFUSED') return undefined // it looked for the certificate
  const message = problem.message.replaceAll(key, '(hidden)')
  throw new Problem(problem.code, message, { service, status, retryAfterSeconds })
}
