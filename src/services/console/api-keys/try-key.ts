import { getServerProperties } from '#contract/desktop/server.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { getCertificate } from '#contract/keys/certificates.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { findResources } from '#platform/upstream/api-root.ts'
import { problemIn } from '#platform/upstream/upstream-problem.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

export type Question = { endpoint: Endpoint; input: Input<Endpoint> }
const question = <R extends Endpoint>(endpoint: R, input: Input<R>): Question => ({ endpoint, input })

/** Harmless requests to verify a credential: they change nothing and reveal nothing. */
export const ownQuestion: Partial<Record<UpstreamService, Question>> = {
  desktop: question(getServerProperties, {}),
  mdm: question(listDevices, { limit: 1 }),
  // a name without a certificate
  keys: question(getCertificate, { common_name: 'triptych.key-check.invalid', serial_number: '0' }),
}

/** The documented device list, for servers that reject undocumented parameters. */
export const statedList = question(listDevices, {})
export const rejectsParameters = (service: ServiceName, problem: Problem | undefined) =>
  service === 'mdm' && problem?.status === 400

/** Error messages about credentials in versions that fail with HTTP 200. */
const aboutTheKey = /authtoken|authentication failed|invalid user/i

/** Whether the server rejected the key, or the key lacks permission; other failures have other causes. */
export const refusesKey = (service: ServiceName, { status, message }: Problem) =>
  status === 401 || status === 403 || (service === 'keys' && aboutTheKey.test(message))

const missing: ReadonlySet<number> = new Set([404, 405, 410, 501])
function unlessNotOffered(error: unknown): Problem {
  if (error instanceof Problem && error.code === 'NOT_OFFERED') return error
  throw error
}

/** Verifies a key without side effects. Returns the server's rejection; throws if the check is not possible. */
export async function refusalOfKey(upstream: Upstream, key: string, signal: AbortSignal): Promise<Problem | undefined> {
  const { service } = upstream
  const asked = ownQuestion[service]
  if (!asked) throw new Problem('NOT_FOUND', 'This service does not accept keys', { service: 'console' })
  const problemOf = async ({ endpoint, input }: Question) =>
    problemIn(
      service,
      await upstream.request(endpoint, toRequest(endpoint, input, upstream.dialect), key, signal),
      endpoint.responseType,
    )
  await findResources({ upstream, secret: key, signal })
  let problem = await problemOf(asked).catch(unlessNotOffered)
  // Falls back to documented operations.
  if (service === 'desktop' && problem && missing.has(problem.status)) {
    problem = await problemOf(question(listComputers, { page: 0, pagelimit: 1 }))
  }
  if (rejectsParameters(service, problem)) problem = await problemOf(statedList)
  if (!problem) return undefined
  const { status, retryAfterSeconds } = problem
  if (refusesKey(service, problem)) return problem
  if (service === 'keys' && problem.code === 'REFUSED') return undefined // the certificate was looked up
  const message = problem.message.replaceAll(key, '(hidden)')
  throw new Problem(problem.code, message, { service, status, retryAfterSeconds })
}
