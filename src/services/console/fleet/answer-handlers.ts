import type { Kysely } from 'kysely'
import type { fleetAnswers } from '#contract/fleet/fleet-answers.ts'
import type { FleetState } from '#contract/fleet/fleet-endpoints.ts'
import type { Catalog } from '#contract/fleet/field.ts'
import type { ConsoleCaller, ConsoleHandlers } from '#platform/console.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { fleetComparison } from './fleet-compare.ts'
import { deviceLookup, lookupHandler } from './fleet-lookup.ts'
import type { FleetQueries } from './fleet-query.ts'
import { fleetSecurity } from './fleet-security.ts'
import type { FleetStore } from './fleet-store.ts'

type Parts = {
  database: Kysely<ConsoleTables>
  store: FleetStore
  queries: FleetQueries
  requireSight: (caller: ConsoleCaller) => Promise<void>
  want: (site: string) => Promise<void>
  catalogOf: (site: string) => Promise<Catalog>
  stateOf: (site: string) => Promise<FleetState>
}

/** Endpoints of the index beside queries (decision 172). */
export function answerHandlers({
  database,
  store,
  queries,
  requireSight,
  want,
  catalogOf,
  stateOf,
}: Parts): Pick<ConsoleHandlers, keyof typeof fleetAnswers> {
  const check = fleetSecurity(database, queries)
  const compare = fleetComparison(database)
  const asked = async (caller: ConsoleCaller) => {
    await requireSight(caller)
    await want(caller.site.name)
    return caller.site.name
  }

  return {
    lookUpDevices: lookupHandler({ database, store, queries, requireSight, want, catalogOf, stateOf }, deviceLookup),

    checkIndexedSecurity: async (input, caller) => {
      const site = await asked(caller)
      return { ...(await check(site, await catalogOf(site), input)), state: await stateOf(site) }
    },

    compareIndexedGroup: async (input, caller) => {
      const site = await asked(caller)
      return { ...(await compare(site, input)), state: await stateOf(site) }
    },
  }
}
