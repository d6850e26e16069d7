import type { Endpoint, Endpoints, Input, Output } from '#contract/endpoint.ts'
import { consoleEndpoints } from '#contract/endpoints.ts'
import { adminOf, holds } from '#contract/permission.ts'
import type { ConsoleHandlers, ConsoleService, Person, RowSink } from '#platform/console.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { CookieChanges, Cookies } from './http/cookies.ts'
import type { LiveSession } from './sessions/session.ts'

/** The caller of an endpoint: session, address and site. */
export type Caller = {
  site: Site
  session: LiveSession | undefined
  cookies: Cookies
  /** The console origin that the browser uses. */
  origin: string
  /** Of the socket. */
  address: string
  /** User-Agent header. */
  agent: string
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Receives streamed rows of a list. */
  rows?: RowSink | undefined
  /** The job that makes the call, if any. */
  job?: number | undefined
  mustBeKnown?: boolean | undefined
}

export type Outcome<R extends Endpoint> = { output: Output<R>; cookies?: CookieChanges; session?: LiveSession }
export type LocalHandlers<Group extends Endpoints> = {
  [K in keyof Group]: (input: Input<Group[K]>, caller: Caller) => Promise<Outcome<Group[K]>>
}

type LocalCall = (input: Input<Endpoint>, caller: Caller) => Promise<Outcome<Endpoint>>
type OfProxy = LocalHandlers<Omit<typeof consoleEndpoints, keyof ConsoleHandlers>>

/** Endpoints that the console itself implements, by ID. A missing handler does not compile. */
export function localCalls(ofProxy: OfProxy, { handlers }: ConsoleService): ReadonlyMap<string, LocalCall> {
  const calls = Object.entries(consoleEndpoints).map(([name, endpoint]) => {
    const call = name in handlers ? byService(handlers[name as keyof ConsoleHandlers]) : ofProxy[name as keyof OfProxy]
    return [endpoint.id, call as unknown as LocalCall] as const
  })
  return new Map(calls)
}

/** Services receive only the person, not the session. */
const byService =
  (handler: ConsoleHandlers[keyof ConsoleHandlers]) =>
  async (input: Input<Endpoint>, { site, session, signal, job }: Caller) => ({
    output: await handler(input as never, { site, person: personIn(session, job), signal }),
  })

/** Jobs use their own copy of the session, also after the user has signed out. */
export function personIn(session: LiveSession | undefined, job?: number): Person | undefined {
  if (session?.kind !== 'signed-in') return undefined
  const { site, owner, hash, user, by, confirmedUntil, provenByCode = false } = session
  const { name, email, permissions } = user
  const ofJob = job !== undefined && { job, credential: JSON.stringify(session), isConfirmed: false }
  return { site, owner, session: hash, name, email, by, permissions, confirmedUntil, provenByCode, ...ofJob }
}

/** Some servers have a separate base URL per role (desktop-management, Using the token). */
export const roleFor = ({ permission }: Endpoint, session: Caller['session']) =>
  session?.kind === 'signed-in' && holds(session.user.permissions, adminOf(permission)) ? 'admin' : 'user'
