/** What passes between the proxy and the console's own service: neither imports the other, and the start joins them. */
import type { AuditEntry, audit } from '#contract/console/audit.ts'
import type { connections, ConnectionView } from '#contract/console/connections.ts'
import type { setUp } from '#contract/console/set-up.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Bearer } from './upstream/bearer.ts'
import type { Site } from './upstream/sites.ts'
import type { Upstream } from './upstream/upstream.ts'

/** Somebody with an account at a site. */
export type Owner = {
  site: string
  /** The account, as it stands in sessions. */
  owner: string
  /** Which of their sessions asks; without it, the newest that is alive. */
  session?: string
}
/** Somebody who is signed in. */
export type Person = Required<Owner> & { name: string; permissions: readonly string[] }

/** What the proxy does for the console's service. */
export type People = {
  /**
   * Call an endpoint in somebody's name: rights, checks, audit and dialect are those of a call from their browser.
   * Throws SIGNED_OUT where they have no session.
   */
  callAs: <R extends Endpoint>(owner: Owner, endpoint: R, input: Input<R>, signal: AbortSignal) => Promise<Output<R>>
  /** What opens a server for them; of somebody who is not signed in, what the console itself has. */
  bearerFor: (upstream: Upstream, person: Person | undefined) => Promise<Bearer | undefined>
  grantOf: (site: Site, upstream: Upstream) => Promise<NonNullable<ConnectionView['grant']>>
}

/** Who asks, as a service knows them: no cookie and no browser. */
export type ConsoleCaller = {
  site: Site
  person: Person | undefined
  /** Nobody waits for the answer any more. */
  signal: AbortSignal
}
type Answered = { setUp: typeof setUp } & typeof audit &
  Omit<typeof connections, 'connectCloud' | 'connectSelfClient' | 'disconnectCloud'>
/** What the console's service answers. A missing handler does not compile. */
export type ConsoleHandlers = {
  [K in keyof Answered]: (input: Input<Answered[K]>, caller: ConsoleCaller) => Promise<Output<Answered[K]>>
}

/** An entry as the console keeps it. */
export type ConsoleEntry = Required<Omit<AuditEntry, 'source' | 'description'>>
export type NewEntry = Omit<ConsoleEntry, 'id' | 'at'> & {
  /** Owner of the session that a secret is revealed to. */
  revealedTo?: string
  /** Their limit decides whether it is; where it was made for them just now, it is always told. */
  unlimited?: boolean
}
/** The console's audit, as it is written. */
export type Audit = {
  /** Resolved when it is committed. Entries are written in transactions of their own: record outside of yours. */
  record: (entry: NewEntry) => Promise<void>
  /** What somebody tried who is not signed in (decision 103). */
  recordAttempt: (entry: NewEntry) => Promise<void>
  rememberName: (site: string, name: string) => Promise<unknown>
  /** Throws TOO_MANY_REVEALS before a secret is asked for; `record` has the last word. */
  requireModest: (owner: string) => Promise<void>
}

/** The console's own service, as the proxy works with it. */
export type ConsoleService = {
  handlers: ConsoleHandlers
  audit: Audit
  /** The API key of a connection, where it has one. */
  keyOf: (upstream: Upstream) => Promise<string | undefined>
  close: () => Promise<unknown>
}
