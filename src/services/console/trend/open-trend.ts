import type { Kysely } from 'kysely'
import type { People } from '#platform/console.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import type { FleetNumbers } from '#services/console/fleet/fleet-numbers.ts'
import { repeated, runOnDemand } from '#services/console/run-on-demand.ts'
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
  computers: FleetNumbers
  pinned: PinnedQueries
  log: Log
  pace?: Partial<TrendPace> | undefined
  clock?: () => number
}

/** Daily metrics, recorded by one of the processes on the database once they are in use (decision 171). */
export function openTrend({
  database,
  sites,
  people,
  fleet,
  computers,
  pinned,
  log,
  pace,
  clock = Date.now,
}: Settings) {
  const store = trendStore(database)
  const { bearerFor } = people
  const allPace = { ...defaultTrendPace, ...pace }
  const pass = trendPass({ store, sites, bearerFor, fleet, pinned: pinned.ofSite, pace: allPace, clock, log })
  let runner: ReturnType<typeof repeated> | undefined
  const failed = (error: unknown) => log('trend not looked at', traceOf(error))
  const { watch, close } = runOnDemand({
    database,
    name: 'trend',
    log,
    isWanted: async () => (await store.wantedSites()).length > 0,
    start: () => {
      runner = repeated({ pass, retryMs: allPace.retryMs, failed })
      return async () => {
        await runner?.close()
        runner = undefined
      }
    },
    failed,
  })
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
      computers,
      rights: trendRights({ people, requireSightOfDevices: fleet.requireSight, clock }),
      bearerFor,
      pinned: pinned.ofPerson,
      want,
      clock,
    }),
    /** Resumes after a restart. */
    begin: () => void watch().catch(failed),
    close,
  }
}
