import type { Kysely } from 'kysely'
import type { Places } from '#contract/attention/concern.ts'
import type { People } from '#platform/console.ts'
import { type Log, traceOf } from '#platform/log.ts'
import { sealFor } from '#platform/seal.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import { runOnDemand } from '#services/console/run-on-demand.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { MailTransport } from '#services/mail/mail-transport.ts'
import type { FindEvents } from './events/find-events.ts'
import { notificationHandlers } from './notification-handlers.ts'
import { type NoticePace, noticePass, type Scope, defaultNoticePace } from './notice-runner.ts'
import { noticeStore } from './notice-store.ts'
import { ruleHandlers } from './rule-handlers.ts'
import { ruleStore } from './rule-store.ts'
import { webhookHandlers } from './webhook-handlers.ts'
import { webhookStore } from './webhook-store.ts'
import type { PostWebhook } from './webhook-poster.ts'

export type NotificationSettings = {
  database: Kysely<ConsoleTables>
  sites: Sites
  bearerFor: People['bearerFor']
  places: Places
  linkOf: (site: string, page: string) => string | undefined
  findEvents: FindEvents
  mail: MailTransport | undefined
  masterKey: Buffer
  postWebhook: PostWebhook
  log: Log
  pace?: Partial<NoticePace> | undefined
  clock?: () => number
}

/**
 * Notifications of expiring certificates and other events, sent by one of the processes on the database (decisions 135
 * and 156).
 */
export function openNotifications({
  database,
  sites,
  bearerFor,
  places,
  linkOf,
  findEvents,
  mail,
  masterKey,
  postWebhook,
  log,
  pace,
  clock = Date.now,
}: NotificationSettings) {
  const store = noticeStore(database, clock)
  const webhooks = webhookStore(database, sealFor('webhook', masterKey), clock)
  const allPace = { ...defaultNoticePace, ...pace }
  const rules = ruleStore(database, clock)
  const pass = noticePass({
    sites,
    store,
    rules,
    findEvents,
    places,
    linkOf,
    bearerFor,
    mail,
    webhooks,
    postWebhook,
    pace: allPace,
    clock,
    log,
  })
  let runner: ReturnType<typeof repeat> | undefined
  const failed = (error: unknown) => log('notices not looked at', traceOf(error))
  const { watch, close } = runOnDemand({
    database,
    name: 'notifications',
    log,
    isWanted: () => rules.isAnyOn(),
    start: () => {
      runner = repeat(pass, allPace.lookMs, log)
      return async () => {
        await runner?.close()
        runner = undefined
      }
    },
    onMinute: () => wake('own'),
    failed,
  })

  /** Immediately if this process runs the checks; otherwise at the next interval. */
  const wake = (scope: Scope = 'all') =>
    void watch()
      .then(() => runner?.now(scope))
      .catch(failed)

  return {
    handlers: {
      ...notificationHandlers({ store, rules, webhooks, mail, places, wake }),
      ...ruleHandlers({ store, rules, webhooks, mail, places, wake }),
      ...webhookHandlers({ store: webhooks, post: postWebhook, wake, clock }),
    },
    /** Resumes after a restart. */
    begin: () => void watch().catch(failed),
    /** Called for events of the console itself. */
    wake,
    close,
  }
}

/** Runs passes sequentially; a request during a pass starts another one afterwards. */
function repeat(pass: (signal: AbortSignal, scope: Scope) => Promise<void>, everyMs: number, log: Log) {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let asked: Scope | undefined

  const now = (scope: Scope) => {
    if (ending.signal.aborted) return
    if (running) {
      asked = asked === 'all' ? asked : scope
      return
    }
    if (scope === 'all') clearTimeout(timer)
    running = pass(ending.signal, scope)
      .catch((error: unknown) => log('notices not sent', traceOf(error)))
      .finally(() => {
        running = undefined
        const next = asked
        asked = undefined
        if (scope === 'all' && !ending.signal.aborted) timer = setTimeout(() => now('all'), everyMs).unref()
        if (next) now(next)
      })
  }
  now('all')
  return {
    now,
    close: async () => {
      ending.abort()
      clearTimeout(timer)
      await running
    },
  }
}
