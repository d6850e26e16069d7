import type { Input, Output, Row, Rows } from '#contract/endpoint.ts'
import { serviceOf } from '#contract/endpoint.ts'
import { type Dialect, defaultDialect, mdmPrefix } from '#contract/dialect.ts'
import { errorBody } from '#contract/errors.ts'
import { fromRequest, jsonType, pathMatches, toResponse, type WireRequest, type WireResponse } from '#contract/http.ts'
import { stringifyJson } from '#contract/json.ts'
import { holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'

/** Somebody who is let in: a user, or the holder of an API key. */
export type Caller = { name: string; permissions: readonly string[] }
/** What a handler may know of a call beside its input. */
export type Call = { origin: string; speaks: Dialect; address: string; caller?: Caller }
type Handlers<R extends Rows> = {
  [Name in keyof R]: (input: Input<R[Name]>, call: Call) => Output<R[Name]> | Promise<Output<R[Name]>>
}
export type Endpoint = { row: Row; answer(request: WireRequest, call: Call): Promise<WireResponse> }

/** Serve these rows. Every row needs its handler; a handler takes and gives clean values. */
export const implement =
  <const R extends Rows>(rows: R) =>
  (handlers: Handlers<R>): Endpoint[] =>
    Object.entries(rows).map(([name, row]) => {
      const handle = handlers[name] as (input: unknown, call: Call) => unknown
      return {
        row,
        answer: async (request, call) =>
          toResponse(row, await handle(fromRequest(row, request, call.speaks), call), call.speaks),
      }
    })

/** On many real servers every path of mobile-device-management starts with one more segment (field-notes 3.1). */
const dialects = [defaultDialect, { ...defaultDialect, prefix: `${mdmPrefix}/mdm` }]
const [, , mdmVersion = ''] = mdmPrefix.split('/')

type Found = Omit<Call, 'caller'>
type Authenticate = (authorization: string | undefined) => Promise<Caller | undefined>
type Authenticators = { desktop: Authenticate; mdm: Authenticate }

/** Answer a request with the endpoint it is for. Throws a `Problem` for everything that is refused. */
export const router =
  (endpoints: readonly Endpoint[], authenticators: Authenticators) =>
  async (request: WireRequest, from: Omit<Found, 'speaks'>): Promise<WireResponse> => {
    const [path = ''] = request.target.split('?', 1)
    const { endpoint, speaks } = endpointFor(endpoints, path, request.method)
    requireJsonAccepted(path, request.headers.accept)
    requireJsonSent(endpoint.row, request)
    const caller = await authorized(endpoint.row, request, authenticators)
    return endpoint.answer(request, { ...from, speaks, ...(caller && { caller }) })
  }

function endpointFor(endpoints: readonly Endpoint[], path: string, method: string) {
  const there = dialects.flatMap((speaks) =>
    endpoints.filter(({ row }) => pathMatches(row, path, speaks)).map((endpoint) => ({ endpoint, speaks })),
  )
  if (there.length === 0) throw unknownPath(path)
  const taken = method === 'HEAD' ? 'GET' : method
  const found = there.find(({ endpoint }) => endpoint.row.method === taken)
  if (found) return found
  const methods = new Set(
    there.map(({ endpoint }) => endpoint.row.method).flatMap((m) => (m === 'GET' ? [m, 'HEAD'] : [m])),
  )
  throw new WrongMethod(serviceAt(path), [...methods].join(', '))
}

/** Known path, other method: the answer names those that it takes (mobile-device-management, Errors). */
export class WrongMethod extends Problem {
  readonly allow: string
  constructor(service: WireService, allow: string) {
    super(service === 'mdm' ? 'COM0001' : '10024')
    this.allow = allow
  }
}

export type WireService = 'desktop' | 'mdm'
/** Versions are `v1`, `v2`, … in mobile-device-management and plain numbers in desktop-management. */
export const serviceAt = (path: string): WireService => (/^v\d/.test(path.split('/')[2] ?? '') ? 'mdm' : 'desktop')

function unknownPath(path: string): Problem {
  const [, root, version = ''] = path.split('/')
  if (serviceAt(path) === 'mdm') return new Problem(version === mdmVersion ? 'COM0008' : 'COM0012')
  const otherVersion = root === 'api' && /^\d/.test(version) && version !== defaultDialect.version
  return new Problem(otherVersion ? '10023' : '10022')
}

/** An answer is JSON, so a client must take JSON (status 406 of mobile-device-management, Errors). */
function requireJsonAccepted(path: string, accept = '*/*') {
  const takes = accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return ['*/*', 'application/*', 'application/json'].includes(type) && Number(weight?.slice(2) ?? 1) > 0
  })
  if (takes) return
  const code = serviceAt(path) === 'mdm' ? 'COM0011' : '10010'
  throw new Problem(code, 'Accept: answers are application/json only', { status: 406 })
}

function requireJsonSent(row: Row, request: WireRequest) {
  if (row.carrier !== 'json' || row.method === 'GET') return
  if (/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) return
  throw new Problem(serviceOf(row) === 'mdm' ? 'COM0011' : '10010', 'Content-Type: must be application/json')
}

async function authorized(row: Row, request: WireRequest, authenticators: Authenticators): Promise<Caller | undefined> {
  if (row.permission === 'anyone' || row.permission === 'proxy') return undefined
  const service = serviceOf(row) === 'mdm' ? 'mdm' : 'desktop'
  const code = service === 'mdm' ? 'COM0013' : '10002'
  const caller = await authenticators[service](request.headers.authorization)
  if (!caller) throw new Problem(code)
  if (!holds(caller.permissions, row.permission)) {
    throw new Problem(code, `${caller.name} lacks the permission ${row.permission}`, { status: 403 })
  }
  return caller
}

/** The answer to a refused request. */
export function refusal(problem: Problem): WireResponse {
  const headers: Record<string, string> = { 'content-type': jsonType }
  if (problem instanceof WrongMethod) headers.allow = problem.allow
  if (problem.retryAfterSeconds !== undefined) headers['retry-after'] = String(problem.retryAfterSeconds)
  return { status: problem.status, headers, body: stringifyJson(errorBody(problem)) }
}
