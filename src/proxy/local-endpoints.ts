import type { Input, Output, Endpoint, Endpoints } from '#contract/endpoint.ts'
import { consoleEndpoints } from '#contract/endpoints.ts'
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
}

export type Outcome<R extends Endpoint> = { output: Output<R>; cookies?: CookieChanges; session?: LiveSession }
export type LocalHandlers<Group extends Endpoints> = {
  [K in keyof Group]: (input: Input<Group[K]>, caller: Caller) => Promise<Outcome<Group[K]>>
}

type LocalCall = (input: Input<Endpoint>, caller: Caller) => Promise<Outcome<Endpoint>>

/** The rows that the proxy answers itself, by id. A missing handler does not compile. */
export const localCalls = (handlers: LocalHandlers<typeof consoleEndpoints>): ReadonlyMap<string, LocalCall> =>
  new Map(
    Object.entries(consoleEndpoints).map(([name, endpoint]) => [
      endpoint.id,
      handlers[name as keyof typeof consoleEndpoints] as unknown as LocalCall,
    ]),
  )
