import { type Endpoint, isExtension, serviceOf } from '#contract/endpoint.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { listAuthorities } from '#contract/keys/authorities.ts'
import { countVulnerabilities } from '#contract/keys/discovery.ts'
import { Problem } from '#contract/problem.ts'
import { type Answer, problemIn } from './upstream-problem.ts'
import type { Upstream } from './upstream.ts'

const statuses: readonly number[] = [404, 405, 410, 501]
const unknownOperation =
  /\b(unknown|invalid|unsupported|no such)\b.{0,20}\b(api|operation|url)\b|\b(api|operation|url)\b.{0,40}\b(not (supported|available|found|implemented|valid)|does not exist)\b/i

type CallTarget = { upstream: Upstream; secret?: string | undefined; signal: AbortSignal; origin?: string | undefined }

/**
 * Detects responses to unsupported operations: key management has no error codes for them, and servers with only the
 * documented operations respond with a status, an HTML page or a sentence.
 */
export async function unlessNotOffered(
  endpoint: Endpoint,
  { status }: Answer,
  problem: Problem | undefined,
  asking: CallTarget,
): Promise<Problem | undefined> {
  if (!problem || serviceOf(endpoint) !== 'keys' || !isExtension(endpoint)) return problem
  const isPage = status < 400 && problem.code === 'UNEXPECTED_CONTENT'
  const saysSo = status <= 400 && unknownOperation.test(problem.message)
  if (!isPage && !saysSo && !statuses.includes(status)) return problem
  if (isPage && !(await answersStated(asking))) return problem
  // A change that is called "not offered" is taken for one that was not made: the page may be of a gateway before it.
  if (isPage && endpoint.changes && !(await lacksOurs(asking))) return problem
  return new Problem('NOT_OFFERED', `Not offered by this server: ${endpoint.summary}`, {
    service: serviceOf(endpoint),
    ...(problem.raw !== undefined && { raw: problem.raw }),
  })
}

const keptMs = 5_000
const known = new WeakMap<Upstream, { at: number; answers: Promise<boolean> }>()

/** A gateway that answers every path with a page says nothing about an operation. */
function answersStated(asking: CallTarget): Promise<boolean> {
  const { upstream } = asking
  const before = known.get(upstream)
  if (before && Math.abs(Date.now() - before.at) < keptMs) return before.answers
  const answers = askStated(asking)
  known.set(upstream, { at: Date.now(), answers })
  // An unreachable server may recover soon, so failures are not cached.
  void answers.then((isThere) => !isThere && known.get(upstream)?.answers === answers && known.delete(upstream))
  return answers
}

const askStated = async (asking: CallTarget): Promise<boolean> => {
  const code = await codeOf(countVulnerabilities, asking)
  return code !== 'UNEXPECTED_CONTENT' && code !== 'FAILED'
}

/** Whether a server that has none of our operations answers a read of ours with a page as well. */
const lacksOurs = async (asking: CallTarget): Promise<boolean> =>
  (await codeOf(listAuthorities, asking)) === 'UNEXPECTED_CONTENT'

/** What an operation without input is answered, by the code of its problem. */
async function codeOf(
  endpoint: Endpoint,
  { upstream, secret, signal, origin }: CallTarget,
): Promise<string | undefined> {
  const request = toRequest(endpoint, {}, upstream.dialect)
  try {
    return problemIn('keys', await upstream.request(endpoint, request, secret, signal, origin), undefined)?.code
  } catch {
    return 'FAILED'
  }
}
