import type { Catalog } from '#contract/fleet/field.ts'
import type { ConsoleCaller } from '#platform/console.ts'
import { conditionsOf } from './fleet-handlers.ts'
import type { FleetQueries, FleetQuery } from './fleet-query.ts'
import { noCredential } from './fleet-state.ts'
import type { FleetStore } from './fleet-store.ts'

type Parts = {
  store: Pick<FleetStore, 'siteRow' | 'hasUnread'>
  queries: FleetQueries
  catalogOf: (site: string) => Promise<Catalog>
  requireSight: (caller: ConsoleCaller) => Promise<void>
  wantSlowly: (site: string) => Promise<void>
  clock: () => number
}
type Standing = { state: 'current' } | { state: 'reading' } | { state: 'failing'; problem: string }
export type FleetNumbers = ReturnType<typeof fleetNumbers>

/** Older indexes are not reported as current. */
const staleMs = 3_600_000

/** Counts by the console itself, for metrics and dashboards. */
export function fleetNumbers({ store, queries, catalogOf, requireSight, wantSlowly, clock }: Parts) {
  const asked = async (site: string, line: string): Promise<FleetQuery> => {
    const catalog = await catalogOf(site)
    return { site, conditions: conditionsOf(line, catalog), catalog }
  }
  return {
    requireSight,
    wantSlowly,
    /** `current`: the index is complete and up to date. */
    standing: async (site: string): Promise<Standing> => {
      const { walked_at, as_of, problem } = await store.siteRow(site)
      if (problem === noCredential)
        return { state: 'failing', problem: 'The console has no service credential for the server' }
      if (problem !== '') return { state: 'failing', problem }
      const isWhole = walked_at > 0 && clock() - as_of < staleMs && !(await store.hasUnread(site))
      return { state: isWhole ? 'current' : 'reading' }
    },
    /** Whether a complete list was read, and whether records are still missing. */
    progress: async (site: string) => {
      const { walked_at, problem } = await store.siteRow(site)
      const isRead = walked_at > 0
      return { isRead, isReading: problem === '' && (!isRead || (await store.hasUnread(site))) }
    },
    count: async (site: string, line: string) => queries.count(await asked(site, line)),
    /** Number of matches of each query within a base query. */
    countEach: async (site: string, among: string, lines: readonly string[]) => {
      const query = await asked(site, among)
      return queries.countEach(
        query,
        lines.map((line) => conditionsOf(line, query.catalog)),
      )
    },
    /** Combinations of values of several fields, most frequent first. */
    combinations: async (site: string, line: string, fields: readonly string[]) =>
      queries.combinations(await asked(site, line), fields),
  }
}
