import type { Kysely } from 'kysely'
import type { People } from '#platform/console.ts'
import { type LeaseTables, runInOne } from '#platform/lease.ts'
import { type Log, traceOf } from '#platform/log.ts'
import { sealFor } from '#platform/seal.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { MailWay } from '#services/mail/mail-way.ts'
import { notificationHandlers } from './notification-handlers.ts'
import { type NoticePace, noticePass, usualNoticePace } from './notice-runner.ts'
import { noticeStore } from './notice-store.ts'
import { webhookHandlers } from './webhook-handlers.ts'
import { webhookStore } from './webhook-store.ts'
import type { WebhookWay } from './webhook-way.ts'

export type NotificationSettings = {
  database: Kysely<ConsoleTables>
  sites: Sites
  bearerFor: People['bearerFor']
  mail: MailWay | undefined
  masterKey: Buffer
  postWebhook: WebhookWay
  log: Log
  pace?: Partial<NoticePace> | undefined
  clock?: () => number
}

/** Until a process notices that a rule was turned on by another one. */
const noticedMs = 60_000

/** Notices of expiring certificates, sent by one of the processes on the database (decision 135). */
export function openNotifications({
  database,
  sites,
  bearerFor,
  mail,
  masterKey,
  postWebhook,
  log,
  pace,
  clock = Date.now,
}: NotificationSettings) {
  const store = noticeStore(database, clock)
  const webhooks = webhookStore(database, sealFor('webhook', masterKey), clock)
  const allPace = { ...usualNoticePace, ...pace }
  const pass = noticePass({ sites, store, bearerFor, mail, webhooks, postWebhook, pace: allPace, clock, log })
  let runner: ReturnType<typeof repeat> | undefined
  let stop: Promise<() => Promise<void>> | undefined

  /** Opened with the first rule that is on: most consoles never need it. */
  const open = () =>
    (stop ??= runInOne(database.$extendTables<LeaseTables>(), 'notifications', log, () => {
      runner = repeat(pass, allPace.lookMs, log)
      return Promise.resolve(async () => {
        await runner?.close()
        runner = undefined
      })
    }).catch((error: unknown) => {
      stop = undefined
      throw error
    }))
  const failed = (error: unknown) => log('notices not looked at', traceOf(error))
  const watch = async () => {
    if (stop === undefined && (await store.isAnyOn())) await open()
  }
  const timer = setInterval(() => void watch().catch(failed), noticedMs).unref()

  /** At once where this process looks; otherwise the one that does will. */
  const wake = () =>
    void watch()
      .then(() => runner?.now())
      .catch(failed)

  return {
    handlers: {
      ...notificationHandlers({ store, webhooks, mail, wake }),
      ...webhookHandlers({ store: webhooks, post: postWebhook, wake, clock }),
    },
    /** Of a start: rules may have been on before. */
    begin: () => void watch().catch(failed),
    close: async () => {
      clearInterval(timer)
      await (
        await stop?.catch(() => undefined)
      )?.()
    },
  }
}

/** One pass after the other; what is asked for amid one comes after it. */
function repeat(pass: (signal: AbortSignal) => Promise<void>, everyMs: number, log: Log) {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAskedFor = false

  const now = () => {
    if (ending.signal.aborted) return
    if (running) {
      isAskedFor = true
      return
    }
    clearTimeout(timer)
    running = pass(ending.signal)
      .catch((error: unknown) => log('notices not sent', traceOf(error)))
      .finally(() => {
        running = undefined
        if (isAskedFor) {
          isAskedFor = false
          now()
        } else if (!ending.signal.aborted) timer = setTimeout(now, everyMs).unref()
      })
  }
  now()
  return {
    now,
    close: async () => {
      ending.abort()
      clearTimeout(timer)
      await running
    },
  }
}
