import { defaultDialect, type Dialect, mdmPrefix } from '#contract/dialect.ts'
import type { Input, Output, Endpoint, Endpoints } from '#contract/endpoint.ts'
import { fromRequest, pathMatches } from '#contract/http/from-request.ts'
import { toResponse } from '#contract/http/to-response.ts'
import type { WireRequest, WireResponse } from '#contract/http/wire-message.ts'
import { holds, type Permission } from '#contract/permission.ts'
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
  /** A form that came as the body, for the endpoint that takes one. */
  form?: () => Promise<NonNullable<WireRequest['form']>>
} & Client
/** What a handler may know of a call beside its input. */
export type Call = Origin & { speaks: Dialect; caller?: Caller }

/** What answers each of these rows; the areas of a service bring theirs together. */
export type Handlers<R extends Endpoints, C extends Call = Call> = {
  [Name in keyof R]: (input: Input<R[Name]>, call: C) => Output<R[Name]> | Promise<Output<R[Name]>>
}
export type Route<C extends Call = Call> = {
  endpoint: Endpoint
  answer(request: WireRequest, call: C): Promise<WireResponse>
}

/** Serve these rows. Every row needs its handler; a handler takes and gives clean values. */
export const implement =
  <const R extends Endpoints, C extends Call = Call>(rows: R) =>
  (handlers: Handlers<R, C>): Route<C>[] =>
    Object.entries(rows).map(([name, endpoint]) => {
      const handle = handlers[name] as (input: unknown, call: C) => unknown
      return {
        endpoint,
        answer: async (request, call) => {
          const input = fromRequest(endpoint, request, call.speaks)
          const more = endpoint.permissionFor?.(input as never)
          if (more && call.caller) requirePermission(more, call.caller)
          return toResponse(endpoint, await handle(input, call), call.speaks)
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
export const router = (routes: readonly Route[], authenticators: Authenticators, ours: Dialect = defaultDialect) => {
  const routesAt = routesByPath(routes, ours)
  return async (request: WireRequest, origin: Origin): Promise<WireResponse> => {
    const [path = ''] = request.target.split('?', 1)
    const { route, speaks } = routeFor(routesAt(path), path, request.method, ours)
    origin.onMatch?.(route.endpoint.id)
    nameEndpoint(route.endpoint.id)
    requireTypes(route.endpoint, serviceAt(path), request, origin.form !== undefined)
    const caller = await authorize(route.endpoint, serviceAt(path), request, authenticators)
    const form = route.endpoint.encoding === 'multipart' ? await origin.form?.() : undefined
    return route.answer(form ? { ...request, form } : request, { ...origin, speaks, ...(caller && { caller }) })
  }
}

type Found = { route: Route; speaks: Dialect }
const keptPaths = 500
const longestKeptPath = 200

/** Every path is held against every route; those of lists come again and again. */
function routesByPath(routes: readonly Route[], ours: Dialect) {
  const kept = new Map<string, readonly Found[]>()
  return (path: string): readonly Found[] => {
    const known = kept.get(path)
    if (known) return known
    const there = bothPrefixes(ours).flatMap((speaks) =>
      routes.filter(({ endpoint }) => pathMatches(endpoint, path, speaks)).map((route) => ({ route, speaks })),
    )
    if (kept.size >= keptPaths) kept.clear()
    if (there.length > 0 && path.length <= longestKeptPath) kept.set(path, there)
    return there
  }
}

function routeFor(there: readonly Found[], path: string, method: string, ours: Dialect): Found {
  if (there.length === 0) throw unknownPath(path, ours)
  const methodsOf = ({ endpoint }: Route): string[] => (endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method])
  const found = there.find(({ route }) => methodsOf(route).includes(method))
  if (found) return found
  throw new WrongMethod(serviceAt(path), new Set(there.flatMap(({ route }) => methodsOf(route))))
}

/** Answers are JSON, so a client must take JSON (406 of mobile-device-management, Errors); bodies are JSON or a form. */
function requireTypes(endpoint: Endpoint, service: WireService, request: WireRequest, isForm: boolean) {
  const { headers } = request
  if (!accepts(headers.accept ?? '*/*')) {
    throw refused(service, 'notAcceptable', 'Accept: answers are application/json only', 406)
  }
  // Without a body there is nothing that a type could be of: the row says whether it needs one (COM0006).
  if (endpoint.encoding === 'multipart' && !isForm && request.body) {
    throw refused(service, 'wrongHeader', 'Content-Type: must be multipart/form-data')
  }
  const bringsJson = endpoint.encoding === 'json' && endpoint.method !== 'GET' && (isForm || Boolean(request.body))
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
  endpoint: Endpoint,
  service: WireService,
  request: WireRequest,
  authenticators: Authenticators,
): Promise<Caller | undefined> {
  // The proxy calls these before anybody is signed in.
  if (endpoint.permission === 'anyone' || endpoint.permission === 'proxy') return undefined
  const secret = request.headers.authorization
  const caller = secret ? await authenticators[service](secret) : undefined
  if (!caller) throw refused(service, 'notAuthorized')
  if (!holds(caller.permissions, endpoint.permission)) {
    throw refused(service, 'forbidden', `${caller.name} lacks the permission ${endpoint.permission}`, 403)
  }
  const missing = missingScope(endpoint, caller.scopes)
  // The word that real servers say
  if (missing) throw refused(service, 'forbidden', `SCOPE_MISMATCH: the token lacks the scope ${missing}`, 403)
  return caller
}
