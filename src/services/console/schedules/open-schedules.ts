import type { Kysely } from 'kysely'
import type { People } from '#platform/console.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { foundStore } from './found-store.ts'
import { runStore } from './run-store.ts'
import type { RequireOfQuery } from './run-targets.ts'
import { scheduleAccess } from './schedule-access.ts'
import { scheduleHandlers } from './schedule-handlers.ts'
import { type JobParts, scheduleRunner } from './schedule-runner.ts'
import { scheduleStore } from './schedule-store.ts'

/** For tests, which set the time. `failedMs`: delay after a failure. */
export type ScheduleClock = { clock: () => number; lookMs: number; failedMs: number }
type Settings = {
  database: Kysely<ConsoleTables>
  jobs: JobParts
  people: Pick<People, 'callAs' | 'credentialOf'>
  queries: Record<'requireQuery' | 'requireIdentified', RequireOfQuery>
  log: Log
  time?: ScheduleClock | undefined
}

const defaultTime: ScheduleClock = { clock: Date.now, lookMs: 5000, failedMs: 30_000 }
const dayMs = 86_400_000

/**
 * Scheduled jobs (decision 146). Every process checks for due schedules; the database determines which one starts them.
 */
export function openSchedules({ database, jobs, people, queries, log, time = defaultTime }: Settings) {
  const { clock, lookMs, failedMs } = time
  const store = scheduleStore(database, clock)
  const runs = runStore(database, clock)
  const access = scheduleAccess({ store, seal: jobs.seal, people })
  const ending = new AbortController()
  const look = scheduleRunner({
    store,
    runs,
    found: foundStore(database),
    access,
    jobs,
    people,
    requireIdentified: queries.requireIdentified,
    clock,
    failedMs,
    log,
    signal: ending.signal,
  })

  let purgedAt = 0
  const pass = async () => {
    await look()
    await store.eraseEnded()
    if (clock() - purgedAt < dayMs) return
    purgedAt = clock()
    await runs.purge()
  }
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= pass()
      .catch((error: unknown) => log('schedules not looked at', traceOf(error)))
      .finally(() => {
        looking = undefined
      })
  }, lookMs).unref()

  return {
    handlers: scheduleHandlers({ store, runs, jobs, people, requireQuery: queries.requireQuery, clock }),
    signOut: store.signOut,
    close: async () => {
      clearInterval(timer)
      ending.abort()
      await looking
    },
  }
}
