import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Archived } from '#platform/archives/archive-entries.ts'
import { type LeaseTables, runInOne } from '#platform/lease.ts'
import { type Log, traceOf } from '#platform/log.ts'

/** Archives entries older than a point in time until aborted. */
export type Archiver = { of: string; archive: (before: number, signal: AbortSignal) => Promise<Archived> }
type Options = {
  /** Lease name, shared by all processes on the database. */
  name: string
  days: number
  db: Kysely<LeaseTables>
  log: Log
  firstAfterMs?: number
}

const dayMs = 86_400_000
/** Delays the first run until startup is complete. */
const soonMs = 20_000

/** Archives daily and shortly after startup, in one process at a time. Returns a function that stops it. */
export const startRetention = (options: Options, archivers: readonly Archiver[]) =>
  runInOne(options.db, options.name, options.log, () => {
    const ending = new AbortController()
    const running = everyDay(options, archivers, ending.signal)
    return Promise.resolve(async () => {
      ending.abort()
      await running
    })
  })

async function everyDay(
  { days, log, firstAfterMs = soonMs }: Options,
  archivers: readonly Archiver[],
  signal: AbortSignal,
) {
  for (let afterMs = firstAfterMs; ; afterMs = dayMs) {
    await delay(afterMs, undefined, { ref: false, signal }).catch(() => undefined)
    for (const { of, archive } of archivers) {
      if (signal.aborted) return
      try {
        const { entries, problem } = await archive(Date.now() - days * dayMs, signal)
        if (entries > 0) log('archived', { of, entries })
        if (problem !== undefined) log('not archived', { of, reason: problem })
      } catch (error) {
        log('not archived', { of, ...traceOf(error) })
      }
    }
  }
}
