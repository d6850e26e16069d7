import type { Kysely } from 'kysely'
import type { People } from '#platform/console.ts'
import { type LeaseTables, runInOne } from '#platform/lease.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import type { FleetNumbers } from '#services/console/fleet/fleet-numbers.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { PinnedQueries } from '#services/console/views/pinned-queries.ts'
import { trendHandlers } from './trend-handlers.ts'
import { trendRights } from './trend-rights.ts'
import { defaultTrendPace, type TrendPace, trendPass } from './trend-runner.ts'
import { trendStore } from './trend-store.ts'

type Settings = {
  database: Kysely<ConsoleTables>
  sites: Sites
  people: Pick<People, 'callAs' | 'bearerFor'>
  fleet: FleetNumbers
  pinned: PinnedQueries
  log: Log
  pace?: Partial<TrendPace> | undefined
  clock?: () => number
}

/** Until a process notices that somebody has asked another one. */
const noticedMs = 60_000

/** The numbers of each day, taken by one of the processes on the database once somebody has asked (decision 171). */
export function openTrend({ database, sites, people, fleet, pinned, log, pace, clock = Date.now }: Settings) {
  const store = trendStore(database)
  const { bearerFor } = people
  const allPace = { ...defaultTrendPace, ...pace }
  const pass = trendPass({ store, sites, bearerFor, fleet, pinned: pinned.ofSite, pace: allPace, clock, log })
  let stop: Promise<() => Promise<void>> | undefined
  let runner: ReturnType<typeof repeat> | undefined

  const failed = (error: unknown) => log('trend not looked at', traceOf(error))
  const open = () =>
    (stop ??= runInOne(database.$extendTables<LeaseTables>(), 'trend', log, () => {
      runner = repeat(pass, allPace.retryMs, failed)
      return Promise.resolve(async () => {
        await runner?.close()
        runner = undefined
      })
    }).catch((error: unknown) => {
      stop = undefined
      throw error
    }))
  const watch = async () => {
    if (stop === undefined && (await store.wantedSites()).length > 0) await open()
  }
  const timer = setInterval(() => void watch().catch(failed), noticedMs).unref()
  const wanted = new Set<string>()

  async function want(site: string) {
    if (wanted.has(site)) return
    await store.want(site, clock())
    wanted.add(site)
    void watch()
      .then(() => runner?.now())
      .catch(failed)
  }

  return {
    handlers: trendHandlers({
      store,
      fleet,
      rights: trendRights({ people, requireSightOfDevices: fleet.requireSight, clock }),
      bearerFor,
      pinned: pinned.ofPerson,
      want,
      clock,
    }),
    /** Of a start: somebody may have asked before. */
    begin: () => void watch().catch(failed),
    close: async () => {
      clearInterval(timer)
      await (
        await stop?.catch(() => undefined)
      )?.()
    },
  }
}

/** One pass after the other. */
function repeat(pass: (signal: AbortSignal) => Promise<number>, retryMs: number, failed: (error: unknown) => void) {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const once = async () => {
    const ms = await pass(ending.signal).catch((error: unknown) => {
      failed(error)
      return retryMs
    })
    running = undefined
    if (!ending.signal.aborted) timer = setTimeout(now, ms).unref()
  }
  function now() {
    if (ending.signal.aborted || running) return
    clearTimeout(timer)
    running = once()
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
