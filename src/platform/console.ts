/**
 * Interfaces between the proxy and the console service, which do not import each other; `startConsole` connects them.
 */
import type { annotations } from '#contract/console/annotations/annotations.ts'
import type { attention } from '#contract/attention/list-concerns.ts'
import type { approvals } from '#contract/console/approvals.ts'
import type { AuditEntry, audit } from '#contract/console/audit.ts'
import type { calendarFeeds } from '#contract/console/calendars/calendar-feeds.ts'
import type { backups, connections, ConnectionView } from '#contract/console/connections.ts'
import type { computerIndex } from '#contract/fleet/computer-endpoints.ts'
import type { fleetAnswers } from '#contract/fleet/fleet-answers.ts'
import type { fleet } from '#contract/fleet/fleet-endpoints.ts'
import type { jobs } from '#contract/console/jobs.ts'
import type { lists } from '#contract/console/lists.ts'
import type { noticeRules } from '#contract/console/notice-rules.ts'
import type { notifications } from '#contract/console/notifications.ts'
import type { plans } from '#contract/console/plans/certificate-plans.ts'
import type { preferences } from '#contract/console/preferences.ts'
import type { schedules } from '#contract/console/schedules.ts'
import type { setUp } from '#contract/console/set-up.ts'
import type { trend } from '#contract/console/trend/trend.ts'
import type { valueNotes } from '#contract/console/value-notes.ts'
import type { views } from '#contract/console/views/views.ts'
import type { webhooks } from '#contract/console/webhooks.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import type { StatedReason } from '#contract/reason.ts'
import type { Resource } from '#contract/resource.ts'
import type { Bearer } from './upstream/bearer.ts'
import type { Site } from './upstream/sites.ts'
import type { Upstream } from './upstream/upstream.ts'

/** An account at a site. */
export type Owner = {
  site: string
  /** Account name, as in sessions. */
  owner: string
  /** The calling session; by default, the newest valid one. */
  session?: string
}
/**
 * Owner of a job, with the credential from `credentialOf`, which remains valid after sign-out until the server rejects
 * it.
 */
export type JobOwner = Owner & {
  job: number
  credential: string
  /** Identity was confirmed when the job was started. */
  isConfirmed: boolean
  /** The server must confirm that the account still exists; a missing response counts as a failure. */
  mustBeKnown?: boolean
}
/** A signed-in user, or the owner of a running job. */
export type Person = Required<Owner> & {
  name: string
  /** Empty if the account has none. */
  email: string
  /** Sign-in method. */
  by?: 'password' | 'cloud'
  permissions: readonly string[]
  /** End of the last identity confirmation, epoch milliseconds. */
  confirmedUntil: number
  /** Confirmed with password and one-time code. */
  provenByCode: boolean
} & Partial<Pick<JobOwner, 'job' | 'credential' | 'isConfirmed'>>

/** Receives a list while it is being read. The list is complete only once the call succeeds. */
export type RowSink = {
  /** Starts at the first row; called again on a retry. */
  begin: () => void
  /** `size` is the length of the rows as JSON, in characters. */
  add: (rows: readonly object[], size: number) => Promise<void> | void
}

/** Functions of the proxy for the console service. */
export type People = {
  /**
   * Calls an endpoint on behalf of a user, with the same permissions, validation, audit and dialect as a call from
   * their browser. Throws SIGNED_OUT without a session. With `rows`, the rows of a list of any length are streamed
   * there, and the output contains none.
   */
  callAs: <R extends Endpoint>(
    owner: Owner | JobOwner,
    endpoint: R,
    input: Input<R>,
    signal: AbortSignal,
    rows?: RowSink,
  ) => Promise<Output<R>>
  /** A copy of the session, to be stored sealed with a job; undefined without a session. */
  credentialOf: (owner: Owner) => Promise<{ session: string; credential: string } | undefined>
  /**
   * Credential for a server: that of the user, or without a user, the API key of the connection. Credentials reserved
   * for background requests are used for 'console' only.
   */
  bearerFor: (upstream: Upstream, who: Person | 'console' | undefined) => Promise<Bearer | undefined>
  grantOf: (site: Site, upstream: Upstream) => Promise<NonNullable<ConnectionView['grant']>>
}

/** The caller as services see it: no cookies, no browser. */
export type ConsoleCaller = {
  site: Site
  person: Person | undefined
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}
type Answered = { setUp: typeof setUp } & typeof annotations &
  typeof approvals &
  typeof attention &
  typeof audit &
  typeof backups &
  typeof calendarFeeds &
  typeof fleet &
  typeof fleetAnswers &
  typeof computerIndex &
  typeof jobs &
  typeof lists &
  typeof notifications &
  typeof plans &
  typeof preferences &
  typeof noticeRules &
  typeof webhooks &
  typeof schedules &
  typeof trend &
  typeof valueNotes &
  typeof views &
  Omit<typeof connections, 'connectCloud' | 'connectSelfClient' | 'disconnectCloud'>
/** Handlers of the console service. A missing one does not compile. */
export type ConsoleHandlers = {
  [K in keyof Answered]: (input: Input<Answered[K]>, caller: ConsoleCaller) => Promise<Output<Answered[K]>>
}

/** An audit entry as stored. */
export type ConsoleEntry = Required<Omit<AuditEntry, 'source' | 'description'>>
export type NewEntry = Omit<ConsoleEntry, 'id' | 'at' | keyof StatedReason> &
  Partial<StatedReason> & {
    /** Owner of the session that receives a secret. */
    revealedTo?: string
    /** Exempt from the reveal limit, for secrets that were just created for this user. */
    unlimited?: boolean
  }
/** Writes the console's audit log. */
export type Audit = {
  /** Resolves when committed. Entries use their own transactions, so call it outside of one. */
  record: (entry: NewEntry) => Promise<void>
  /** Records an attempt of an anonymous caller (decision 103). */
  recordAttempt: (entry: NewEntry) => Promise<void>
  rememberName: (site: string, name: string) => Promise<unknown>
  /** Throws TOO_MANY_REVEALS before a secret is requested; `record` enforces the limit finally. */
  requireModest: (owner: string) => Promise<void>
}

/** A call that passed the permission, input and identity checks. */
export type GuardedCall = {
  endpoint: Endpoint
  /** Input, and the parameters next to it, such as the reason. */
  asked: { input: Input<Endpoint>; beside: JsonObject }
  person: Person | undefined
  /** ID of the calling job. */
  job?: number | undefined
}

/** A calendar client reading a feed, without a session. */
export type CalendarRequest = {
  request: Request
  /** Address of the client. */
  address: string
  /** The console origin that was requested. */
  origin: string
}

/** The console service, as used by the proxy. */
export type ConsoleService = {
  handlers: ConsoleHandlers
  audit: Audit
  /** Throws HELD if the call must be approved first (decision 147). */
  requireApproval: (call: GuardedCall) => Promise<void>
  /** Resources on a server of this site may have changed. */
  onChange: (site: string, changes: readonly Resource[]) => void
  /** API key of a connection, if configured. */
  keyOf: (upstream: Upstream) => Promise<string | undefined>
  /** Signing out everywhere pauses the user's jobs and schedules until the next sign-in. */
  signOutJobs: (owner: string) => Promise<unknown>
  /** Revokes the user's calendar feeds. */
  revokeFeeds: (owner: string) => Promise<unknown>
  /** Response to a calendar client; without a body if its copy is current. */
  answerCalendar: (asked: CalendarRequest) => Promise<{ status: number; headers: Record<string, string>; text: string }>
  close: () => Promise<unknown>
}
