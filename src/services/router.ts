import { defaultDialect, type Dialect, mdmPrefix } from '#contract/dialect.ts'
import type { Input, Output, Permission, Endpoint, Endpoints } from '#contract/endpoint.ts'
import { fromRequest, pathMatches } from '#contract/http/http.ts'
import { toResponse } from '#contract/http/to-response.ts'
import type { WireRequest, WireResponse } from '#contract/http/wire-message.ts'
import { holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import { nameEndpoint } from '#platform/current-call.ts'
import type { Client } from '#platform/network/client-header.ts'
import { refused, serviceAt, unknownPath, type WireService, WrongMethod } from './refusal.ts'
import { missingScope } from './scopes.ts'

/** Somebody who is let in: a user, or the holder of an API key. Where there are `scopes`, they limit what is let in. */
export type Caller = {
  name: string
  permissions: readonly string[]
  scopes?: readonly string[]
  /** The application that the scopes were granted to. */
  client?: string
  /** What the token came of at the identity provider. */
  grant?: string
  /** Of the token of desktop-management that they came with, if it was one. */
  tokenHash?: string
}
/** Where a request came to, and from. */
type Origin = {
  origin: string
  /** Told which endpoint answers, by its id. */
  onMatch?: (id: string) => void
} & Client
/** What a handler may know of a call beside its input. */
export type Call = Origin & { speaks: Dialect; caller?: Caller }

/** What answers each of these rows; the areas of a service bring theirs together. */
export type Handlers<R extends Endpoints, C extends Call = Call> = {
  [Name in keyof R]: (input: Input<R[Name]>, call: C) => Output<R[Name]> | Promise<Output<R[Name]>>
}
export type Route<C extends Call = Call> = {
  row: Endpoint
  answer(request: WireRequest, call: C): Promise<WireResponse>
}

/** Serve these rows. Every row needs its handler; a handler takes and gives clean values. */
export const implement =
  <const R extends Endpoints, C extends Call = Call>(rows: R) =>
  (handlers: Handlers<R, C>): Route<C>[] =>
    Object.entries(rows).map(([name, row]) => {
      const handle = handlers[name] as (input: unknown, call: C) => unknown
      return {
        row,
        answer: async (request, call) => {
          const input = fromRequest(row, request, call.speaks)
          const more = row.permissionFor?.(input as never)
          if (more && call.caller) requirePermission(more, call.caller)
          return toResponse(row, await handle(input, call), call.speaks)
        },
      }
    })

/** Of key management, whose API keys have rights of their own. */
export function requirePermission(permission: Permission, { name, permissions }: Pick<Caller, 'name' | 'permissions'>) {
  if (holds(permissions, permission)) return
  throw new Problem('FORBIDDEN_AUTHTOKEN', `This AUTHTOKEN of ${name} lacks the permission ${permission}`)
}

/** On many real servers every path of mobile-device-management starts with one more segment. */
const bothPrefixes = (speaks: Dialect): Dialect[] => [speaks, { ...speaks, prefix: `${mdmPrefix}/mdm` }]

/** Who holds this value of the `Authorization` header. */
type Authenticators = Record<WireService, (secret: string) => Promise<Caller | undefined>>

/** Answer a request with the endpoint it is for. Throws a `Problem` for everything that is refused. */
export const router =
  (endpoints: readonly Route[], authenticators: Authenticators, ours: Dialect = defaultDialect) =>
  async (request: WireRequest, origin: Origin): Promise<WireResponse> => {
    const [path = ''] = request.target.split('?', 1)
    const { endpoint, speaks } = endpointFor(endpoints, path, request.method, ours)
    origin.onMatch?.(endpoint.row.id)
    nameEndpoint(endpoint.row.id)
    requireJson(endpoint.row, serviceAt(path), request)
    const caller = await authorize(endpoint.row, serviceAt(path), request, authenticators)
    return endpoint.answer(request, { ...origin, speaks, ...(caller && { caller }) })
  }

function endpointFor(endpoints: readonly Route[], path: string, method: string, ours: Dialect) {
  const there = bothPrefixes(ours).flatMap((speaks) =>
    endpoints.filter(({ row }) => pathMatches(row, path, speaks)).map((endpoint) => ({ endpoint, speaks })),
  )
  if (there.length === 0) throw unknownPath(path, ours)
  const methodsOf = ({ row }: Route): string[] => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method])
  const found = there.find(({ endpoint }) => methodsOf(endpoint).includes(method))
  if (found) return found
  throw new WrongMethod(serviceAt(path), new Set(there.flatMap(({ endpoint }) => methodsOf(endpoint))))
}

/** Answers are JSON, so a client must take JSON (406 of mobile-device-management, Errors); bodies are JSON, too. */
function requireJson(row: Endpoint, service: WireService, request: WireRequest) {
  const { headers } = request
  if (!accepts(headers.accept ?? '*/*')) {
    throw refused(service, 'wrongHeader', 'Accept: answers are application/json only', 406)
  }
  // Without a body there is nothing that a type could be of: the row says whether it needs one (COM0006).
  const bringsJson = row.encoding === 'json' && row.method !== 'GET' && Boolean(request.body)
  if (bringsJson && !/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw refused(service, 'wrongHeader', 'Content-Type: must be application/json')
  }
}

const jsonRanges = ['application/json', 'application/*', '*/*']
/** Of the ranges that JSON is in, the narrowest decides; who names none takes anything (RFC 9110, 12.5.1). */
function accepts(ranges: string): boolean {
  if (ranges.trim() === '') return true
  const weights = ranges.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return { type, weight: Number(weight?.slice(2) ?? 1) }
  })
  const narrowest = jsonRanges.find((range) => weights.some(({ type }) => type === range))
  return weights.some(({ type, weight }) => type === narrowest && weight > 0)
}

/** The secret travels in the header only, bare (desktop-management; mobile-device-management, Authentication). */
async function authorize(
  row: Endpoint,
  service: WireService,
  request: WireRequest,
  authenticators: Authenticators,
): Promise<Caller | undefined> {
  // The proxy calls these before anybody is signed in.
  if (row.permission === 'anyone' || row.permission === 'proxy') return undefined
  const secret = request.headers.authorization
  const caller = secret ? await authenticators[service](secret) : undefined
  if (!caller) throw refused(service, 'notAuthorized')
  if (!holds(caller.permissions, row.permission)) {
    throw refused(service, 'notAuthorized', `${caller.name} lacks the permission ${row.permission}`, 403)
  }
  const missing = missingScope(row, caller.scopes)
  // The word that real servers say
  if (missing) throw refused(service, 'notAuthorized', `SCOPE_MISMATCH: the token lacks the scope ${missing}`, 403)
  return caller
}
