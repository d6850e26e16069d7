import type { Input, Output, Row, Rows } from '#contract/endpoint.ts'
import { consoleRows } from '#contract/rows.ts'
import type { CookieChanges, Cookies } from './http/cookies.ts'
import type { LiveSession } from './sessions/session.ts'
import type { Site } from './sites.ts'

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

export type Outcome<R extends Row> = { output: Output<R>; cookies?: CookieChanges; session?: LiveSession }
export type OwnHandlers<Group extends Rows> = {
  [K in keyof Group]: (input: Input<Group[K]>, caller: Caller) => Promise<Outcome<Group[K]>>
}

type OwnCall = (input: Input<Row>, caller: Caller) => Promise<Outcome<Row>>

/** The rows that the proxy answers itself, by id. A missing handler does not compile. */
export const ownCalls = (handlers: OwnHandlers<typeof consoleRows>): ReadonlyMap<string, OwnCall> =>
  new Map(
    Object.entries(consoleRows).map(([name, row]) => [
      row.id,
      handlers[name as keyof typeof consoleRows] as unknown as OwnCall,
    ]),
  )
