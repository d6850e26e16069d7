import type { Kysely } from 'kysely'
import type { Places } from '#contract/attention/concern.ts'
import type { Resource } from '#contract/resource.ts'
import { sitePath } from '#contract/session.ts'
import type { ConsoleHandlers, People } from '#platform/console.ts'
import { type Log, traceOf } from '#platform/log.ts'
import { sealFor } from '#platform/seal.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import type { MailTransport } from '#services/mail/mail-transport.ts'
import { annotationHandlers } from './annotations/annotation-handlers.ts'
import { keyHandlers } from './api-keys/key-handlers.ts'
import { keyStore } from './api-keys/key-store.ts'
import { openApprovals } from './approvals/open-approvals.ts'
import { ruleHandlers } from './approvals/rule-handlers.ts'
import { openAttention } from './attention/open-attention.ts'
import { auditHandlers } from './audit/audit-handlers.ts'
import { auditTrail } from './audit/audit-trail.ts'
import { type BackUp, backupHandlers } from './backups/backup-handlers.ts'
import { openCalendars } from './calendars/open-calendars.ts'
import { type About, connectionHandlers } from './connections/connection-handlers.ts'
import { openHealth } from './connections/health/open-health.ts'
import { openJobs } from './jobs/open-jobs.ts'
import type { Pace } from './jobs/turn.ts'
import { openFleet } from './fleet/open-fleet.ts'
import type { FleetPace } from './fleet/walks/fleet-walk.ts'
import { accountKeys } from './lists/account-keys.ts'
import { cachedLists } from './lists/cached-lists.ts'
import { annotatedRows } from './annotations/annotated-rows.ts'
import { listHandlers } from './lists/list-handlers.ts'
import { listThread } from './lists/list-thread.ts'
import { eventFinder } from './notifications/events/find-events.ts'
import { openNotifications } from './notifications/open-notifications.ts'
import { type WebhookSettings, webhookPoster } from './notifications/webhook-poster.ts'
import { agentPlans } from './plans/plan-agent-actions.ts'
import { commandPlans } from './plans/plan-commands.ts'
import { deviceSelections } from './plans/device-selections.ts'
import { certificatePlans } from './plans/plan-certificates.ts'
import { comparisonPlans } from './plans/plan-comparison.ts'
import { planFiller } from './plans/plan-filler.ts'
import { preferenceHandlers } from './preferences/preference-handlers.ts'
import { seenAccounts } from './preferences/seen-accounts.ts'
import { openSchedules, type ScheduleClock } from './schedules/open-schedules.ts'
import { setUpHandler } from './set-up.ts'
import type { ConsoleTables } from './tables.ts'
import { openTrend } from './trend/open-trend.ts'
import type { TrendPace } from './trend/trend-runner.ts'
import { openViews } from './views/open-views.ts'
import { valueNoteHandlers } from './value-notes/value-note-handlers.ts'

export type ConsoleSettings = {
  database: Kysely<ConsoleTables>
  masterKey: Buffer
  sites: Sites
  /** Whether the embedded services are used rather than a connections file. */
  embedded: boolean
  about: About
  /** How email is sent; notices are disabled without it. */
  mail?: MailTransport | undefined
  webhooks?: WebhookSettings | undefined
  /** Page addresses for links in notices. */
  places: Places
  /** Public address, if configured. */
  publicUrl?: URL | undefined
  log: Log
  /** Set if a backup folder is configured. */
  backUp?: BackUp | undefined
  /** For tests. */
  jobPace?: Partial<Pace> | undefined
  /** For tests. */
  fleetPace?: Partial<FleetPace> | undefined
  /** For tests. */
  trendPace?: Partial<TrendPace> | undefined
  /** For tests. */
  scheduleClock?: ScheduleClock | undefined
}

/** The console's own service: audit, connections, credentials, jobs and other stored data (decision 122). */
export function openConsole(settings: ConsoleSettings, people: People) {
  const {
    database,
    masterKey,
    sites,
    embedded,
    about,
    mail,
    webhooks = { networks: [] },
    places,
    publicUrl,
    log,
    backUp,
    jobPace,
    fleetPace,
    trendPace,
    scheduleClock,
  } = settings
  const { callAs, bearerFor, grantOf } = people
  const audit = auditTrail(database, masterKey, log)
  const accounts = seenAccounts(database, Date.now)
  const keys = keyStore(database, sealFor('key', masterKey), masterKey, sites)
  const health = openHealth({ keys, sites, bearerFor })
  const lists = cachedLists(people, listThread())
  const keysOfAccounts = accountKeys(people, () => Date.now())
  const approvals = openApprovals(database)
  const jobs = openJobs({ database, masterKey, people, approvals, log, pace: jobPace })
  const fleet = openFleet({ database, sites, people, log, pace: fleetPace })
  const begin = planFiller({ ...jobs.handlers, store: jobs.parts.store, fills: jobs.fills, people, log })
  const plans = {
    ...certificatePlans({ ...jobs.handlers, begin }),
    ...agentPlans({ ...jobs.handlers, begin, queries: fleet }),
    ...commandPlans({ ...jobs.handlers, begin, queries: fleet }),
    ...comparisonPlans({ ...jobs.handlers, begin, people }),
    ...deviceSelections({ ...jobs.handlers, begin, people }),
  }
  const schedules = openSchedules({ database, jobs: jobs.parts, people, queries: fleet, log, time: scheduleClock })
  const views = openViews({ database, masterKey, people, wake: () => notices.wake('own') })
  const calendars = openCalendars({ database, masterKey, sites, people, places, accounts, log })
  const trend = openTrend({
    database,
    sites,
    people,
    fleet: fleet.numbers,
    computers: fleet.computerNumbers,
    pinned: views.pinnedQueries,
    log,
    pace: trendPace,
  })
  const attention = openAttention({ callAs, places, log, clock: () => Date.now() })
  const notices = openNotifications({
    database,
    sites,
    bearerFor,
    places,
    linkOf: (site, page) =>
      publicUrl && new URL((sites.all.length > 1 ? sitePath(site) : '') + page, publicUrl.origin).href,
    findEvents: eventFinder({
      database,
      bearerFor,
      places,
      health,
      keys,
      verifyAudit: audit.verify,
      watchedViews: views.watched,
      clock: Date.now,
    }),
    mail,
    masterKey,
    postWebhook: webhookPoster(webhooks),
    log,
  })
  const handlers: ConsoleHandlers = {
    ...told(jobs.handlers, () => notices.wake('own')),
    ...ruleHandlers(approvals.rules),
    ...plans,
    ...schedules.handlers,
    ...views.handlers,
    ...calendars.handlers,
    ...fleet.handlers,
    ...trend.handlers,
    ...notices.handlers,
    ...attention.handlers,
    ...listHandlers(lists, annotatedRows(database)),
    ...keysOfAccounts.handlers,
    ...auditHandlers({ audit, keys, callAs }),
    ...connectionHandlers({ keys, grantOf, health, embedded, about: { ...about, backups: backUp !== undefined } }),
    ...keyHandlers(keys),
    ...valueNoteHandlers(database),
    ...annotationHandlers(
      database,
      { device: fleet.numbers.requireSight, computer: fleet.computerNumbers.requireSight },
      people,
    ),
    ...preferenceHandlers(database, masterKey, accounts),
    ...backupHandlers(backUp),
    setUp: setUpHandler,
  }
  const reporting = setInterval(() => void audit.reportEndedAttempts().catch(() => undefined), 60_000).unref()
  const forgetting = repeatDaily(accounts.forgetOthers, (error) => log('accounts not looked at', traceOf(error)))
  return {
    handlers,
    audit,
    keyOf: keys.keyOf,
    requireApproval: approvals.requireApproval(async (...call) => {
      await jobs.hold(...call)
      notices.wake('own')
    }),
    onChange: (site: string, changes: readonly Resource[]) => {
      lists.onChange(site, changes)
      keysOfAccounts.onChange(site, changes)
      attention.onChange(site, changes)
    },
    answerCalendar: calendars.answer,
    signOutJobs: async (owner: string) => {
      await jobs.signOut(owner)
      await schedules.signOut(owner)
      await views.signOut(owner)
      await calendars.revokeAll(owner)
    },
    revokeFeeds: calendars.revokeAll,
    health,
    begin: () => {
      notices.begin()
      forgetting.now()
      fleet.begin()
      trend.begin()
    },
    close: async () => {
      clearInterval(reporting)
      attention.close()
      keysOfAccounts.close()
      await forgetting.close()
      await trend.close()
      await fleet.close()
      await notices.close()
      await jobs.fills.close()
      await schedules.close()
      await jobs.close()
      await lists.close()
      await health.close()
    },
  }
}

/** With `now`, also at startup, since few processes run for a day. */
function repeatDaily(work: () => Promise<void>, failed: (error: unknown) => void) {
  let running = Promise.resolve()
  const now = () => {
    running = running.then(work).catch(failed)
  }
  const timer = setInterval(now, dayMs).unref()
  const close = async () => {
    clearInterval(timer)
    await running
  }
  return { now, close }
}
const dayMs = 86_400_000

/** Notifies immediately of pending approvals and emergency releases. */
const told = <H extends Pick<ConsoleHandlers, 'startJob' | 'releaseJob'>>(handlers: H, tell: () => void): H => ({
  ...handlers,
  startJob: async (...call) => {
    const job = await handlers.startJob(...call)
    if (job.state === 'held') tell()
    return job
  },
  releaseJob: async (...call) => {
    const job = await handlers.releaseJob(...call)
    tell()
    return job
  },
})
