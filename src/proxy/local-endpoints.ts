import type { Endpoint, Endpoints, Input, Output } from '#contract/endpoint.ts'
import { consoleEndpoints } from '#contract/endpoints.ts'
import { adminOf, holds } from '#contract/permission.ts'
import type { ConsoleHandlers, ConsoleService, Person, RowSink } from '#platform/console.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { CookieChanges, Cookies } from './http/cookies.ts'
import type { LiveSession } from './sessions/session.ts'

/** Who calls, from where, and to which site. */
export type Caller = {
  site: Site
  session: LiveSession | undefined
  cookies: Cookies
  /** Which of the console's own origins the browser is at. */
  origin: string
  /** Of the socket. */
  address: string
  /** What the browser calls itself. */
  agent: string
  /** The person has left. */
  signal: AbortSignal
  /** Where the rows of a list go that is read in somebody's name. */
  rows?: RowSink | undefined
  /** The job that calls in their name. */
  job?: number | undefined
  mustBeKnown?: boolean | undefined
}

export type Outcome<R extends Endpoint> = { output: Output<R>; cookies?: CookieChanges; session?: LiveSession }
export type LocalHandlers<Group extends Endpoints> = {
  [K in keyof Group]: (input: Input<Group[K]>, caller: Caller) => Promise<Outcome<Group[K]>>
}

type LocalCall = (input: Input<Endpoint>, caller: Caller) => Promise<Outcome<Endpoint>>
type OfProxy = LocalHandlers<Omit<typeof consoleEndpoints, keyof ConsoleHandlers>>

/** The endpoints that no server answers but the console itself, by id. A missing handler does not compile. */
export function localCalls(ofProxy: OfProxy, { handlers }: ConsoleService): ReadonlyMap<string, LocalCall> {
  const calls = Object.entries(consoleEndpoints).map(([name, endpoint]) => {
    const call = name in handlers ? byService(handlers[name as keyof ConsoleHandlers]) : ofProxy[name as keyof OfProxy]
    return [endpoint.id, call as unknown as LocalCall] as const
  })
  return new Map(calls)
}

/** A service knows the person alone. */
const byService =
  (handler: ConsoleHandlers[keyof ConsoleHandlers]) =>
  async (input: Input<Endpoint>, { site, session, signal, job }: Caller) => ({
    output: await handler(input as never, { site, person: personIn(session, job), signal }),
  })

/** What a job asks for them is asked with the session of the job, also after they have signed out. */
export function personIn(session: LiveSession | undefined, job?: number): Person | undefined {
  if (session?.kind !== 'signed-in') return undefined
  const { site, owner, hash, user, confirmedUntil, provenByCode = false } = session
  const { name, email, permissions } = user
  const ofJob = job !== undefined && { job, credential: JSON.stringify(session), isConfirmed: false }
  return { site, owner, session: hash, name, email, permissions, confirmedUntil, provenByCode, ...ofJob }
}

/** Some servers have an address for each role (desktop-management, Using the token). */
export const roleFor = ({ permission }: Endpoint, session: Caller['session']) =>
  session?.kind === 'signed-in' && holds(session.user.permissions, adminOf(permission)) ? 'admin' : 'user'
