import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Archived } from '#platform/archives/archive-entries.ts'
import { type LeaseTables, runInOne } from '#platform/lease.ts'
import { type Log, traceOf } from '#platform/log.ts'

/** Moves what is older than a time into archives, as long as it is not told to stop. */
export type Archiver = { of: string; archive: (before: number, signal: AbortSignal) => Promise<Archived> }
type Options = {
  /** Of the work among the processes on the database. */
  name: string
  days: number
  db: Kysely<LeaseTables>
  log: Log
  firstAfterMs?: number
}

const dayMs = 86_400_000
/** A start has more urgent things to do. */
const soonMs = 20_000

/** Archives once a day, and soon after the start, in one of the processes. Call the answer to stop. */
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
