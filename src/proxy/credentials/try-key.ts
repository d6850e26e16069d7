import type { Row } from '#contract/endpoint.ts'
import { toRequest } from '#contract/http.ts'
import { getServerProperties } from '#contract/desktop/server.ts'
import { getCertificate } from '#contract/keys/certificates.ts'
import { listDevices } from '#contract/mdm/devices.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { problemIn } from '#proxy/upstream-problem.ts'
import type { Upstream } from '#proxy/upstream.ts'
import { refusesKey } from './refuses-key.ts'

/** Does the server take this key? Answers its refusal; throws when it cannot be asked. Nothing changes by asking. */
export async function refusalOfKey(upstream: Upstream, key: string, signal: AbortSignal): Promise<Problem | undefined> {
  const { service, dialect } = upstream
  const ask = questions[service]
  if (!ask) throw new Problem('NOT_FOUND', 'This service takes no keys', { service: 'console' })
  const { row, request } = ask(dialect)
  const answer = await upstream.ask(row, request, key, signal)
  const problem = problemIn(service, answer, row.answers)
  if (!problem) return undefined
  const { status, retryAfterSeconds } = problem
  if (refusesKey(service, problem)) return problem
  if (service === 'keys' && problem.code === 'REFUSED') return undefined // it looked for the certificate
  const message = problem.message.replaceAll(key, '(hidden)')
  throw new Problem(problem.code, message, { service, status, retryAfterSeconds })
}

type Dialect = Upstream['dialect']
const question =
  <R extends Row>(row: R, input: Parameters<typeof toRequest<R>>[1]) =>
  (dialect: Dialect) => ({
    row,
    request: toRequest(row, input, dialect),
  })
const questions: Partial<
  Record<ServiceName, (dialect: Dialect) => { row: Row; request: ReturnType<typeof toRequest> }>
> = {
  desktop: question(getServerProperties, {}),
  mdm: question(listDevices, { limit: 1 }),
  // field-notes 4.2: a name that no certificate has.
  keys: question(getCertificate, { common_name: 'triptych.key-check.invalid', serial_number: '0' }),
}
