import { getServerProperties } from '#contract/desktop/server.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { getCertificate } from '#contract/keys/certificates.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { problemIn } from '#platform/upstream/upstream-problem.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

export type Question = { endpoint: Endpoint; input: Input<Endpoint> }
const question = <R extends Endpoint>(endpoint: R, input: Input<R>): Question => ({ endpoint, input })

/** What shows whether a server takes a credential: it changes nothing, and reveals nothing. */
export const ownQuestion: Partial<Record<UpstreamService, Question>> = {
  desktop: question(getServerProperties, {}),
  mdm: question(listDevices, { limit: 1 }),
  // a name that no certificate has.
  keys: question(getCertificate, { common_name: 'triptych.key-check.invalid', serial_number: '0' }),
}

/** The list of devices as the reference states it, for a server that rejects what it does not state. */
export const statedList = question(listDevices, {})
export const rejectsParameters = (service: ServiceName, problem: Problem | undefined) =>
  service === 'mdm' && problem?.status === 400

/** How builds that fail with HTTP 200 speak of a key that they do not take. */
const aboutTheKey = /authtoken|authentication failed|invalid user/i

/** Is it the key that the server does not take, or not for this? Else it failed for another reason. */
export const refusesKey = (service: ServiceName, { status, message }: Problem) =>
  status === 401 || status === 403 || (service === 'keys' && aboutTheKey.test(message))

const missing: ReadonlySet<number> = new Set([404, 405, 410, 501])
function unlessNotOffered(error: unknown): Problem {
  if (error instanceof Problem && error.code === 'NOT_OFFERED') return error
  throw error
}

/** Does the server take this key? Answers its refusal; throws when it cannot be asked. Nothing changes by asking. */
export async function refusalOfKey(upstream: Upstream, key: string, signal: AbortSignal): Promise<Problem | undefined> {
  const { service, dialect } = upstream
  const asked = ownQuestion[service]
  if (!asked) throw new Problem('NOT_FOUND', 'This service does not accept keys', { service: 'console' })
  const problemOf = async ({ endpoint, input }: Question) =>
    problemIn(
      service,
      await upstream.request(endpoint, toRequest(endpoint, input, dialect), key, signal),
      endpoint.responseType,
    )
  let problem = await problemOf(asked).catch(unlessNotOffered)
  // A server that has only what the reference states is asked for that.
  if (service === 'desktop' && problem && missing.has(problem.status)) {
    problem = await problemOf(question(listComputers, { page: 0, pagelimit: 1 }))
  }
  if (rejectsParameters(service, problem)) problem = await problemOf(statedList)
  if (!problem) return undefined
  const { status, retryAfterSeconds } = problem
  if (refusesKey(service, problem)) return problem
  if (service === 'keys' && problem.code === 'REFUSED') return undefined // it looked for the certificate
  const message = problem.message.replaceAll(key, '(hidden)')
  throw new Problem(problem.code, message, { service, status, retryAfterSeconds })
}
