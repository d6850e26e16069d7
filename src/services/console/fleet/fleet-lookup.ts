import { type Kysely, sql } from 'kysely'
import type { Input, Output } from '#contract/endpoint.ts'
import type { lookUpDevices } from '#contract/fleet/fleet-answers.ts'
import type { Catalog } from '#contract/fleet/field.ts'
import type { FleetState } from '#contract/fleet/fleet-endpoints.ts'
import { foldedText, rankOf } from '#contract/text-rank.ts'
import { contains, unindexed } from '#platform/database/differences.ts'
import type { ConsoleCaller } from '#platform/console.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { FleetQueries } from './fleet-query.ts'
import type { FleetStore } from './fleet-store.ts'
import { rowsOf } from './pages/rows-of.ts'
import { compactOf, holdsText, isHeld } from './identifier-forms.ts'
import { columnsIn, computerLayout, deviceLayout, type Layout } from './layout.ts'
import { sharedOfComputers, sharedOfDevices, sharedValues } from './shared-values.ts'
import { scanned, slicesOf } from './slices.ts'

type Db = Kysely<ConsoleTables>
type Found = Omit<Output<typeof lookUpDevices>, 'state'>
type SearchText = { text: string; compact?: string | undefined }
type LookupQuery = { site: string; catalog: Catalog; text: string; limit: number }

/** Entries on up to this many devices lead to these; others lead to a query. */
const fewDevices = 5
const maxEntries = 4
const maxCandidates = 500
/** Shorter texts occur in the identifiers of most apps. */
const minEntryText = 3

/** `columns`: fields of a result; `lists`: searched lists; `shared`: further fields, with values that many have. */
type Searched = {
  layout: Layout
  columns: readonly string[]
  lists: readonly string[]
  shared: readonly string[]
}

export const deviceLookup: Searched = {
  layout: deviceLayout,
  columns: ['serial_number', 'model', 'user_name', 'is_removed'],
  lists: deviceLayout.lists,
  shared: sharedOfDevices,
}
export const computerLookup: Searched = {
  layout: computerLayout,
  columns: ['owner', 'os_name', 'ip_address', 'serial_number'],
  lists: ['app'],
  shared: sharedOfComputers,
}

/** Look-up by identifying texts, of shared values, and of entries by name or identifier. */
export function fleetLookup(database: Db, queries: FleetQueries, { layout, columns, lists, shared }: Searched) {
  const sharedLike = sharedValues(queries, shared, columns, fewDevices)
  const { searched: names } = layout
  const things = sql.table(layout.table('fleet_device'))
  const texts = sql.table(layout.table('fleet_device_text'))
  const entryTable = layout.table('fleet_entry')
  async function byIdentifier({ site, catalog, limit }: LookupQuery, wanted: SearchText): Promise<Found['rows']> {
    const searched = sql.ref<string>('fleet_device_text.searched')
    const isExact = contains(database, sql<string>`${'\n'} || ${searched} || ${'\n'}`, `\n${wanted.text}\n`)
    const found: { id: number; exact: number }[] = []
    for await (const slice of slicesOf(database, { table: layout.table('fleet_device') })) {
      const { rows } = await sql<{ id: number; exact: number }>`
        select fleet_device.id, case when ${isExact} then 1 else 0 end as exact
        from ${things} as fleet_device join ${texts} as fleet_device_text on fleet_device_text.device = fleet_device.id
        where ${slice} and ${scanned(database, site)} and ${holdsText(database, searched, wanted.text, wanted.compact)}
        order by exact desc, fleet_device.id limit ${limit}`.execute(database)
      found.push(...rows)
    }
    const keys = found.toSorted((one, other) => other.exact - one.exact || one.id - other.id).slice(0, limit)
    const fields = columnsIn(catalog, layout)
    const rows = await rowsOf(
      database,
      { layout, columnsOfSite: fields },
      keys.map(({ id }) => id),
      [...new Set([...columns, ...names])].filter((name) => fields.has(name)),
    )
    return rows.map(({ device_id, device_name, values }) => {
      const by = names.find((name) => isHeld(foldedText(String(values[name] ?? '')), wanted.text, wanted.compact))
      const shown = Object.fromEntries(
        columns.flatMap((name) => (name in values ? [[name, values[name] ?? null]] : [])),
      )
      const row = { device_id, device_name, values: shown }
      return by === undefined
        ? row
        : Object.assign(row, { by: { field: by, label: labelIn(catalog, by), value: String(values[by]) } })
    })
  }

  /** Matching apps, profiles, groups and certificates, without duplicates, best match first. */
  async function entriesLike(site: string, wanted: SearchText) {
    if (wanted.text.length < minEntryText) return []
    const searched = sql.ref<string>('searched')
    const isExact = contains(database, sql<string>`${'\n'} || ${searched} || ${'\n'}`, `\n${wanted.text}\n`)
    const found: { list: string; name: string; identifier: string; exact: number }[] = []
    for await (const slice of slicesOf(database, { table: entryTable, as: 'fleet_entry' })) {
      const { rows } = await sql<(typeof found)[number]>`
        select distinct list, name, identifier, case when ${isExact} then 1 else 0 end as exact
        from ${sql.table(entryTable)} as fleet_entry
        where ${slice} and list in (${sql.join(lists)}) and ${unindexed(database, sql.ref<string>('site'))} = ${site}
          and ${holdsText(database, searched, wanted.text, wanted.compact)}
        order by exact desc, name limit ${maxCandidates}`.execute(database)
      found.push(...rows)
    }
    const rows = found.toSorted((one, other) => other.exact - one.exact).slice(0, maxCandidates)
    const likely = rows.flatMap(({ list, name, identifier }) => {
      // Certificates may share a name, but not a serial number.
      const isNamed = name !== '' && foldedText(name).includes(wanted.text)
      const value = isNamed ? name : identifier || name
      return value === '' ? [] : [{ list, name: name || identifier, value, rank: rankOf([value], wanted.text) ?? 0 }]
    })
    const each = new Map(likely.map((one) => [`${one.list}\n${foldedText(one.value)}`, one]))
    return [...each.values()].toSorted((one, other) => one.rank - other.rank).slice(0, maxEntries)
  }

  return async function lookUp(asked: LookupQuery): Promise<Found> {
    const text = foldedText(asked.text)
    if (text === '') return { rows: [], entries: [] }
    const wanted = { text, compact: compactOf(asked.text) }
    const rows = await byIdentifier(asked, wanted)
    const entries: Found['entries'] = []
    const { site, catalog } = asked
    const found = (further: Found['rows']) => {
      const known = new Set(rows.map(({ device_id }) => device_id))
      rows.push(...further.filter(({ device_id }) => !known.has(device_id)))
    }
    if (text.length >= minEntryText) {
      const those = await sharedLike({ site, catalog, text: asked.text.trim() })
      entries.push(...those.entries)
      found(those.rows)
    }
    for (const { list, name, value } of await entriesLike(site, wanted)) {
      const conditions = [{ field: list, comparison: 'is', value }] as const
      const having = await queries.page({ site, catalog, conditions }, { columns, offset: 0, limit: fewDevices })
      if (having.total > fewDevices) entries.push({ list, name, value, devices: having.total })
      else {
        const by = { field: list, label: labelIn(catalog, list), value: name === value ? name : `${name} ${value}` }
        found(having.rows.map((row) => Object.assign({}, row, { by })))
      }
    }
    return { rows, entries }
  }
}

const labelIn = (catalog: Catalog, field: string) => catalog.get(field)?.label ?? field

const defaultLimit = 8

type Parts = {
  database: Db
  store: Pick<FleetStore, 'siteRow'>
  queries: FleetQueries
  requireSight: (caller: ConsoleCaller) => Promise<void>
  want: (site: string) => Promise<void>
  catalogOf: (site: string) => Promise<Catalog>
  stateOf: (site: string) => Promise<FleetState>
}

/** Answers a look-up in one index. A look-up alone does not start indexing. */
export function lookupHandler(parts: Parts, searched: Searched) {
  const { store, requireSight, want, catalogOf, stateOf } = parts
  const lookUp = fleetLookup(parts.database, parts.queries, searched)
  return async ({ text, limit = defaultLimit }: Input<typeof lookUpDevices>, caller: ConsoleCaller) => {
    await requireSight(caller)
    const site = caller.site.name
    const { wanted_at } = await store.siteRow(site)
    if (wanted_at === 0) return { rows: [], entries: [], state: await stateOf(site) }
    await want(site)
    const found = await lookUp({ site, catalog: await catalogOf(site), text, limit })
    return { ...found, state: await stateOf(site) }
  }
}
