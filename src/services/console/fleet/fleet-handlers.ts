import type { fleet, FleetState } from '#contract/fleet/fleet-endpoints.ts'
import type { Catalog } from '#contract/fleet/field.ts'
import { parseQuery } from '#contract/fleet/query-line.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers } from '#platform/console.ts'
import type { FleetQueries, FleetQuery } from './fleet-query.ts'
import type { FleetStore } from './fleet-store.ts'
import { columnsIn, fleetLists } from './layout.ts'

type Parts = {
  store: FleetStore
  queries: FleetQueries
  requireSight: (caller: ConsoleCaller) => Promise<void>
  /** Somebody asks: the index of the site is filled and kept fresh from now on. */
  want: (site: string) => Promise<void>
  /** What can be asked of the devices of a site. */
  catalogOf: (site: string) => Promise<Catalog>
  stateOf: (site: string) => Promise<FleetState>
}

export function fleetHandlers({
  store,
  queries,
  requireSight,
  want,
  catalogOf,
  stateOf,
}: Parts): Pick<ConsoleHandlers, keyof typeof fleet> {
  async function asked(query: string, catalog: Catalog, caller: ConsoleCaller): Promise<FleetQuery> {
    await requireSight(caller)
    await want(caller.site.name)
    return { site: caller.site.name, conditions: conditionsOf(query, catalog), catalog }
  }

  return {
    getFleetState: async (_, caller) => {
      await requireSight(caller)
      await want(caller.site.name)
      return stateOf(caller.site.name)
    },

    listDeviceChanges: async ({ device_id, before, limit = 50 }, caller) => {
      await requireSight(caller)
      const site = caller.site.name
      await want(site)
      const rows = await store.changesOf({ site, device_id, before, limit })
      const changes = rows.map(({ id, at, field, before: was, after: is }) => {
        const sides = { ...(was !== null && { before: was }), ...(is !== null && { after: is }) }
        return Object.assign(sides, { id, at, field })
      })
      return { changes, state: await stateOf(site) }
    },

    queryDevices: async ({ query, sort, columns = [], offset = 0, limit = 50 }, caller) => {
      const catalog = await catalogOf(caller.site.name)
      for (const name of columns) requireField(catalog, 'columns', name)
      if (sort !== undefined && !columnsIn(catalog).has(sort.replace(/^-/, '')))
        throw refused('sort', `${sort} is not a field that can be sorted`)
      const wanted = await asked(query, catalog, caller)
      const page = await queries.page(wanted, { sort, columns, offset, limit })
      return { ...page, state: await stateOf(wanted.site) }
    },

    countDeviceValues: async ({ query, field, search = '', limit = 50 }, caller) => {
      const catalog = await catalogOf(caller.site.name)
      requireField(catalog, 'field', field)
      const wanted = await asked(query, catalog, caller)
      return { ...(await queries.values(wanted, { field, search, limit })), state: await stateOf(wanted.site) }
    },
  }
}

export function conditionsOf(query: string, catalog: Catalog) {
  const parsed = parseQuery(query, catalog)
  if ('problem' in parsed) throw refused('query', parsed.problem.message)
  return parsed.conditions
}

function requireField(catalog: Catalog, input: string, name: string) {
  if (!columnsIn(catalog).has(name) && !fleetLists.includes(name))
    throw refused(input, `${name} is not a field of devices`)
}

const refused = (field: string, why: string) =>
  new Problem('INVALID_INPUT', `${field}: ${why}`, { service: 'console', field })
