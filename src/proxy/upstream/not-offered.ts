import { type Endpoint, isExtension, serviceOf } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import type { Answer } from '#platform/upstream/upstream-problem.ts'

const statuses: readonly number[] = [404, 405, 410, 501]
const unknownOperation =
  /\b(unknown|invalid|unsupported|no such)\b.{0,20}\b(api|operation|url)\b|\b(api|operation|url)\b.{0,40}\b(not (supported|available|found|implemented|valid)|does not exist)\b/i

/**
 * The problem of an answer, as that of an operation the server does not have where it says so: key management states no
 * error codes, and servers that know only the stated operations answer others with a status, a page or a sentence.
 */
export function unlessNotOffered(endpoint: Endpoint, { status }: Answer, problem: Problem | undefined) {
  if (!problem || serviceOf(endpoint) !== 'keys' || !isExtension(endpoint)) return problem
  const isPage = status < 400 && problem.code === 'UNEXPECTED_CONTENT'
  const saysSo = status <= 400 && unknownOperation.test(problem.message)
  if (!isPage && !saysSo && !statuses.includes(status)) return problem
  return new Problem('NOT_OFFERED', `Not offered by this server: ${endpoint.summary}`, {
    service: serviceOf(endpoint),
    ...(problem.raw !== undefined && { raw: problem.raw }),
  })
}
