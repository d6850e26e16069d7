import type { Kysely } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { computerIndex } from '#contract/fleet/computer-endpoints.ts'
import {
  type countDeviceValues,
  type fleet,
  type FleetState,
  maxQueried,
  type queryDevices,
  type readDeviceValues,
  type readQueriedDevices,
} from '#contract/fleet/fleet-endpoints.ts'
import type { Catalog } from '#contract/fleet/field.ts'
import { parseQuery } from '#contract/fleet/query-line.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers } from '#platform/console.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { computerLookup, lookupHandler } from './fleet-lookup.ts'
import type { FleetQueries, FleetQuery } from './fleet-query.ts'
import type { FleetStore } from './fleet-store.ts'
import { columnsIn, computerLayout, deviceLayout, type Layout } from './layout.ts'

type Parts = {
  layout: Layout
  store: Pick<FleetStore, 'siteRow' | 'counts' | 'changesOf'>
  queries: FleetQueries
  requireSight: (caller: ConsoleCaller) => Promise<void>
  /** Called for each query: the index of the site is built and kept up to date from then on. */
  want: (site: string) => Promise<void>
  /** Field catalog of the site. */
  catalogOf: (site: string) => Promise<Catalog>
  stateOf: (site: string) => Promise<FleetState>
}

/** Query handlers of one index, for devices or computers. */
function answers({ layout, store, queries, requireSight, want, catalogOf, stateOf }: Parts) {
  async function asked(query: string, catalog: Catalog, caller: ConsoleCaller): Promise<FleetQuery> {
    await requireSight(caller)
    await want(caller.site.name)
    return { site: caller.site.name, conditions: conditionsOf(query, catalog), catalog }
  }
  function requireField(catalog: Catalog, input: string, name: string) {
    if (!columnsIn(catalog, layout).has(name) && !layout.lists.includes(name) && !layout.parts.has(name))
      throw refused(input, `${name} is not a field of ${layout.many}`)
  }

  return {
    state: async (caller: ConsoleCaller) => {
      await requireSight(caller)
      await want(caller.site.name)
      return stateOf(caller.site.name)
    },

    changes: async (
      input: { id: string; before?: number | undefined; limit?: number | undefined },
      caller: ConsoleCaller,
    ) => {
      const { id, before, limit = 50 } = input
      await requireSight(caller)
      const site = caller.site.name
      // Viewing a single record does not start indexing.
      if ((await store.siteRow(site)).wanted_at > 0) await want(site)
      const rows = await store.changesOf({ site, id, before, limit })
      const changes = rows.map(({ id: change, at, field, before: was, after: is }) => {
        const sides = { ...(was !== null && { before: was }), ...(is !== null && { after: is }) }
        return Object.assign(sides, { id: change, at, field })
      })
      return { changes, state: await stateOf(site) }
    },

    page: async (
      { query, sort, columns = [], offset = 0, limit = 50 }: Input<typeof queryDevices>,
      caller: ConsoleCaller,
    ) => {
      const catalog = await catalogOf(caller.site.name)
      for (const name of columns) requireField(catalog, 'columns', name)
      if (sort !== undefined && !columnsIn(catalog, layout).has(sort.replace(/^-/, '')))
        throw refused('sort', `${sort} is not a field that can be sorted`)
      const wanted = await asked(query, catalog, caller)
      const page = await queries.page(wanted, { sort, columns, offset, limit })
      return { ...page, state: await stateOf(wanted.site) }
    },

    part: async ({ query, columns = [], after = 0 }: Input<typeof readQueriedDevices>, caller: ConsoleCaller) => {
      const catalog = await catalogOf(caller.site.name)
      for (const name of columns) requireField(catalog, 'columns', name)
      const wanted = await asked(query, catalog, caller)
      const part = await queries.part(wanted, { columns, after, limit: maxQueried })
      return { ...part, state: await stateOf(wanted.site) }
    },

    things: async ({ ids, columns }: Input<typeof readDeviceValues>, caller: ConsoleCaller) => {
      const { name: site } = caller.site
      const catalog = await catalogOf(site)
      for (const name of columns) requireField(catalog, 'columns', name)
      await asked('', catalog, caller)
      return { rows: await queries.things({ site, catalog }, ids, columns), state: await stateOf(site) }
    },

    values: async (
      { query, field, search = '', limit = 50 }: Input<typeof countDeviceValues>,
      caller: ConsoleCaller,
    ) => {
      const catalog = await catalogOf(caller.site.name)
      requireField(catalog, 'field', field)
      const wanted = await asked(query, catalog, caller)
      return { ...(await queries.values(wanted, { field, search, limit })), state: await stateOf(wanted.site) }
    },
  }
}

export function fleetHandlers(parts: Omit<Parts, 'layout'>): Pick<ConsoleHandlers, keyof typeof fleet> {
  const { state, changes, page, part, values, things } = answers({ ...parts, layout: deviceLayout })
  return {
    getFleetState: (_, caller) => state(caller),
    listDeviceChanges: ({ device_id, ...input }, caller) => changes({ ...input, id: device_id }, caller),
    queryDevices: page,
    readQueriedDevices: part,
    countDeviceValues: values,
    readDeviceValues: things,
  }
}

export function computerHandlers(
  parts: Omit<Parts, 'layout'> & { database: Kysely<ConsoleTables> },
): Pick<ConsoleHandlers, keyof typeof computerIndex> {
  const { state, changes, page, part, values, things } = answers({ ...parts, layout: computerLayout })
  const lookUp = lookupHandler(parts, computerLookup)
  return {
    getComputerIndex: (_, caller) => state(caller),
    listComputerChanges: ({ resource_id, ...input }, caller) => changes({ ...input, id: resource_id }, caller),
    queryComputers: async (input, caller) => {
      const { rows, ...rest } = await page(input, caller)
      return { ...rest, rows: rows.map(asComputer) }
    },
    readQueriedComputers: async (input, caller) => {
      const { rows, ...rest } = await part(input, caller)
      return { ...rest, rows: rows.map(asComputer) }
    },
    lookUpComputers: async (input, caller) => {
      const { rows, ...rest } = await lookUp(input, caller)
      return { ...rest, rows: rows.map(asComputer) }
    },
    countComputerValues: values,
    readComputerValues: things,
  }
}

const asComputer = <T>({ device_id, device_name, ...row }: T & { device_id: string; device_name: string }) => ({
  resource_id: device_id,
  resource_name: device_name,
  ...row,
})

export function conditionsOf(query: string, catalog: Catalog) {
  const parsed = parseQuery(query, catalog)
  if ('problem' in parsed) throw refused('query', parsed.problem.message)
  return parsed.conditions
}

const refused = (field: string, why: string) =>
  new Problem('INVALID_INPUT', `${field}: ${why}`, { service: 'console', field })
