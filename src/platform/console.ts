/** What passes between the proxy and the console's own service: neither imports the other, and the start joins them. */
import type { annotations } from '#contract/console/annotations/annotations.ts'
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

/** Somebody with an account at a site. */
export type Owner = {
  site: string
  /** The account, as it stands in sessions. */
  owner: string
  /** Which of their sessions asks; without it, the newest that is alive. */
  session?: string
}
/** Somebody whose job goes on after they have left: with what `credentialOf` gave, as long as their server takes it. */
export type JobOwner = Owner & {
  job: number
  credential: string
  /** They proved who they are when they started it. */
  isConfirmed: boolean
  /** Their server has to say that it still knows them: no answer is none, however long it takes. */
  mustBeKnown?: boolean
}
/** Somebody who is signed in; of a job, with what opens servers for it. */
export type Person = Required<Owner> & {
  name: string
  /** Empty where the account has none. */
  email: string
  permissions: readonly string[]
  /** Until when they need not prove again who they are; epoch milliseconds. */
  confirmedUntil: number
  /** That proof was a password and a one-time code. */
  provenByCode: boolean
} & Partial<Pick<JobOwner, 'job' | 'credential' | 'isConfirmed'>>

/** Takes a list while it is read. Only once the call has succeeded was it the whole list. */
export type RowSink = {
  /** From the first row, maybe not for the first time. */
  begin: () => void
  /** `size`: of their JSON, in characters. */
  add: (rows: readonly object[], size: number) => Promise<void> | void
}

/** What the proxy does for the console's service. */
export type People = {
  /**
   * Call an endpoint in somebody's name: rights, checks, audit and dialect are those of a call from their browser.
   * Throws SIGNED_OUT where they have no session. With `rows`, the list of the answer goes there as it comes, however
   * long it is, and the output has none of it.
   */
  callAs: <R extends Endpoint>(
    owner: Owner | JobOwner,
    endpoint: R,
    input: Input<R>,
    signal: AbortSignal,
    rows?: RowSink,
  ) => Promise<Output<R>>
  /** Their session, to be kept sealed with a job; undefined where they have none. */
  credentialOf: (owner: Owner) => Promise<{ session: string; credential: string } | undefined>
  /**
   * What opens a server for them; of somebody who is not signed in, the key that everybody works with. What people never
   * work with is for the console alone, where it asks for itself.
   */
  bearerFor: (upstream: Upstream, who: Person | 'console' | undefined) => Promise<Bearer | undefined>
  grantOf: (site: Site, upstream: Upstream) => Promise<NonNullable<ConnectionView['grant']>>
}

/** Who asks, as a service knows them: no cookie and no browser. */
export type ConsoleCaller = {
  site: Site
  person: Person | undefined
  /** Nobody waits for the answer any more. */
  signal: AbortSignal
}
type Answered = { setUp: typeof setUp } & typeof annotations &
  typeof approvals &
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
/** What the console's service answers. A missing handler does not compile. */
export type ConsoleHandlers = {
  [K in keyof Answered]: (input: Input<Answered[K]>, caller: ConsoleCaller) => Promise<Output<Answered[K]>>
}

/** An entry as the console keeps it. */
export type ConsoleEntry = Required<Omit<AuditEntry, 'source' | 'description'>>
export type NewEntry = Omit<ConsoleEntry, 'id' | 'at' | keyof StatedReason> &
  Partial<StatedReason> & {
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

/** A call on its way, once its right, its sense and the proof of identity have been checked. */
export type GuardedCall = {
  endpoint: Endpoint
  /** Its input, and what was said beside it. */
  asked: { input: Input<Endpoint>; beside: JsonObject }
  person: Person | undefined
  /** The job that makes it. */
  job?: number | undefined
}

/** A calendar reads a feed: nobody is signed in. */
export type CalendarRequest = {
  request: Request
  /** Of the socket. */
  address: string
  /** Which of the console's own origins it asked. */
  origin: string
}

/** The console's own service, as the proxy works with it. */
export type ConsoleService = {
  handlers: ConsoleHandlers
  audit: Audit
  /** Throws HELD where it waits for a second person instead (decision 147). */
  requireApproval: (call: GuardedCall) => Promise<void>
  /** Something of these may have changed on a server of the site. */
  onChange: (site: string, changes: readonly Resource[]) => void
  /** The API key of a connection, where it has one. */
  keyOf: (upstream: Upstream) => Promise<string | undefined>
  /** Whoever signs out everywhere means their jobs and schedules, too: these are paused until they sign in again. */
  signOutJobs: (owner: string) => Promise<unknown>
  /** What calendars read of them without a session. */
  revokeFeeds: (owner: string) => Promise<unknown>
  /** What a calendar gets that reads a feed; without a text where it has the newest already. */
  answerCalendar: (asked: CalendarRequest) => Promise<{ status: number; headers: Record<string, string>; text: string }>
  close: () => Promise<unknown>
}
