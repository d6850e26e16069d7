import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { deviceListFields, type DeviceSummary } from '#contract/mdm/device-list.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { stringifyJson } from '#contract/json.ts'
import { foldedText } from '#contract/text-rank.ts'
import { countUnidentified, findUnidentified, identifyDevice } from '#services/console/annotations/link-devices.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import {
  type ColumnValues,
  columnValues,
  entriesOf,
  furtherTexts,
  type IndexedEntry,
  searchedText,
} from './indexed-record.ts'
import { changesOf, differences, forgetOldChanges, keepChanges, type SeenChange, valuesBefore } from './seen-changes.ts'
import { columnsOf, type FleetTable, versionOrder } from './layout.ts'

export type FleetStore = ReturnType<typeof fleetStore>
type Db = Kysely<ConsoleTables>
type Tx = Transaction<ConsoleTables>

const nothing = {
  wanted_at: 0,
  walk: 0,
  walked_at: 0,
  delta_token: '',
  as_of: 0,
  tried_at: 0,
  problem: '',
}

/** After so many attempts a record waits for its next change, or for the next full walk. */
const maxFailures = 3

/** The index as it is written. Batches are small, so that nobody waits for the database meanwhile. */
export function fleetStore(database: Db) {
  const siteRow = async (site: string) =>
    (await database.selectFrom('fleet_site').selectAll().where('site', '=', site).executeTakeFirst()) ?? {
      site,
      ...nothing,
    }
  const note = (site: string, changes: Partial<typeof nothing>) =>
    database
      .insertInto('fleet_site')
      .values({ site, ...nothing, ...changes })
      .onConflict((conflict) => conflict.column('site').doUpdateSet(changes))
      .execute()

  return {
    siteRow,
    note,
    wantedSites: () => database.selectFrom('fleet_site').select('site').where('wanted_at', '>', 0).execute(),

    /**
     * A page of the list. Rows that the index does not know, and those whose row says something else than before, are
     * read whole; of a delta all are.
     */
    takeRows: (
      site: string,
      rows: readonly DeviceSummary[],
      { walk, isDelta, at }: { walk: number; isDelta: boolean; at: number },
    ) =>
      database.transaction().execute(async (tx) => {
        for (const row of rows) {
          if (row.device_id === undefined || row.device_id === '') continue
          const listed = digestOf(row)
          const known = await tx
            .selectFrom('fleet_device')
            .select(['id', 'listed'])
            .where('site', '=', site)
            .where('device_id', '=', row.device_id)
            .executeTakeFirst()
          const isSame = known?.listed === listed && !isDelta
          if (isSame) {
            const met = { walk, gone_at: 0 }
            await tx.updateTable('fleet_device').set(met).where('id', '=', known.id).execute()
            if (await findUnidentified(tx, site, known.id)) await identifyDevice(tx, site, known.id)
            continue
          }
          await takeRow(tx, { site, row, listed, walk, at, known: known?.id })
        }
      }),

    /** What the last full walk did not meet is no longer there. */
    markGone: (site: string, walk: number, at: number) =>
      database
        .updateTable('fleet_device')
        .set({ gone_at: at })
        .where('site', '=', site)
        .where('walk', '<', walk)
        .where('gone_at', '=', 0)
        .execute(),

    forgetOldChanges: (now: number) => forgetOldChanges(database, now),

    markOld: (site: string, readBefore: number) =>
      database
        .updateTable('fleet_device')
        .set({ is_changed: 1, failures: 0 })
        .where('site', '=', site)
        .where('gone_at', '=', 0)
        .where('read_at', '<', readBefore)
        .execute(),

    /** Devices whose record has to be read, those that never were come first. */
    changed: (site: string, limit: number) =>
      database
        .selectFrom('fleet_device')
        .select(['id', 'device_id'])
        .where('site', '=', site)
        .where('is_changed', '=', 1)
        .where('failures', '<', maxFailures)
        .where('gone_at', '=', 0)
        .orderBy('failures')
        .orderBy('read_at')
        .orderBy('id')
        .limit(limit)
        .execute(),

    takeRecords: (site: string, records: readonly { id: number; record: Device }[], at: number) =>
      database.transaction().execute(async (tx) => {
        for (const { id, record } of records) await takeRecord(tx, { site, id, record, at })
      }),

    recordFailed: (id: number) =>
      database
        .updateTable('fleet_device')
        .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
        .where('id', '=', id)
        .execute(),

    /** The server has no such device any more. */
    recordGone: (id: number, at: number) =>
      database.updateTable('fleet_device').set({ gone_at: at, is_changed: 0 }).where('id', '=', id).execute(),

    /** A record that was never read is still to come. */
    hasUnread: async (site: string) => {
      const unread = await database
        .selectFrom('fleet_device')
        .select('id')
        .where('site', '=', site)
        .where('is_changed', '=', 1)
        .where('failures', '<', maxFailures)
        .where('gone_at', '=', 0)
        .where('read_at', '=', 0)
        .limit(1)
        .executeTakeFirst()
      return unread !== undefined
    },

    hasUnidentified: (site: string) => findUnidentified(database, site),
    countUnidentified: (site: string) => countUnidentified(database, site),

    changesOf: (asked: Parameters<typeof changesOf>[1]) => changesOf(database, asked),

    counts: async (site: string, oldBefore: number) => {
      const { rows } = await sql<{ devices: number; detailed: number; old: number; total: number }>`
        select count(*) as devices, count(case when read_at > 0 then 1 end) as detailed,
          count(case when read_at > 0 and read_at < ${oldBefore} then 1 end) as old
        from fleet_device where site = ${site} and gone_at = 0`.execute(database)
      const { devices = 0, detailed = 0, old = 0 } = rows[0] ?? {}
      return { devices, detailed, old }
    },
  }
}

const digestOf = (row: DeviceSummary) =>
  createHash('sha256').update(stringifyJson(row)).digest('base64url').slice(0, 22)

type Taken = { site: string; row: DeviceSummary; listed: string; walk: number; at: number; known: number | undefined }

/** A row of the list says less than the record: what it does not say stays as it was. */
async function takeRow(tx: Tx, { site, row, listed, walk, at, known }: Taken) {
  const values = columnValues(row)
  const own = { walk, gone_at: 0, listed, is_changed: 1, failures: 0 }
  const said = Object.fromEntries(Object.entries(ofTable('fleet_device', values)).filter(([, value]) => value !== null))
  const texts = saidOf(ofTable('fleet_device_text', values))
  const all = { site, device_id: row.device_id ?? '', read_at: 0, ...own, ...said }
  if (known !== undefined) {
    const before = await valuesBefore(tx, known)
    if (before) await keepChanges(tx, known, at, differences(before, { ...before, ...said, ...texts }))
    await sql`update fleet_device set ${assigned({ ...own, ...said })} where id = ${known}`.execute(tx)
    if (Object.keys(texts).length > 0)
      await sql`update fleet_device_text set ${assigned(texts)} where device = ${known}`.execute(tx)
    await identifyDevice(tx, site, known)
    return
  }
  await insertInto(tx, 'fleet_device', all)
  const made = await tx
    .selectFrom('fleet_device')
    .select('id')
    .where('site', '=', site)
    .where('device_id', '=', all.device_id)
    .executeTakeFirstOrThrow()
  await insertInto(tx, 'fleet_device_text', { device: made.id, searched: searchedText(values), ...texts })
  await identifyDevice(tx, site, made.id)
}

const saidOf = (values: ColumnValues): ColumnValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** What a row of the list says stays where the record does not repeat it. */
const listed = new Set([...Object.keys(deviceListFields), 'user_name', 'user_email'])
const keptWhereUnsaid = (values: ColumnValues): ColumnValues =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== null || !listed.has(name)))
type TakenRecord = { site: string; id: number; record: Device; at: number }

async function takeRecord(tx: Tx, { site, id, record, at }: TakenRecord) {
  const values = columnValues(record)
  const before = await valuesBefore(tx, id)
  const own = { read_at: at, is_changed: 0, failures: 0 }
  const said = keptWhereUnsaid(ofTable('fleet_device', values))
  const texts = keptWhereUnsaid(ofTable('fleet_device_text', values))
  await sql`update fleet_device set ${assigned({ ...own, ...said })} where id = ${id}`.execute(tx)
  await sql`update fleet_device_text set ${assigned({ ...texts, searched: searchedText(values, furtherTexts(record)) })}
    where device = ${id}`.execute(tx)
  for (const table of ['fleet_device_detail', 'fleet_device_restriction'] as const) {
    await sql`delete from ${sql.table(table)} where device = ${id}`.execute(tx)
    await insertInto(tx, table, { device: id, ...ofTable(table, values) })
  }
  await identifyDevice(tx, site, id)
  const entries = await takeEntries(tx, site, id, entriesOf(record))
  if (before)
    await keepChanges(tx, id, at, [
      ...differences(before, { ...before, ...said, ...texts, ...rest(values) }),
      ...entries,
    ])
}

/** The columns beside those of the table that every question reads: a record says all of them. */
const rest = (values: ColumnValues): ColumnValues => ({
  ...ofTable('fleet_device_detail', values),
  ...ofTable('fleet_device_restriction', values),
})

async function takeEntries(
  tx: Tx,
  site: string,
  device: number,
  entries: readonly IndexedEntry[],
): Promise<SeenChange[]> {
  const wanted = new Map<number, IndexedEntry>()
  for (const found of entries) wanted.set(await entryOf(tx, site, found), found)
  const had = await tx
    .selectFrom('fleet_device_entry')
    .innerJoin('fleet_entry', 'fleet_entry.id', 'fleet_device_entry.entry')
    .select(['entry', 'list', 'name', 'identifier', 'version'])
    .where('device', '=', device)
    .execute()
  const known = new Set(had.map(({ entry }) => entry))
  const gone = had.filter(({ entry }) => !wanted.has(entry))
  const fresh = [...wanted].filter(([entry]) => !known.has(entry))
  if (gone.length > 0) {
    const entriesGone = gone.map(({ entry }) => entry)
    await tx.deleteFrom('fleet_device_entry').where('device', '=', device).where('entry', 'in', entriesGone).execute()
  }
  if (fresh.length > 0)
    await tx
      .insertInto('fleet_device_entry')
      .values(fresh.map(([entry]) => ({ entry, device })))
      .execute()
  return [
    ...gone.map((one) => ({ field: one.list, before: entryText(one), after: null })),
    ...fresh.map(([, one]) => ({ field: one.list, before: null, after: entryText(one) })),
  ]
}
const entryText = ({ name, identifier, version }: IndexedEntry) => `${name || identifier} ${version}`.trim()

/** The same app on many devices is kept once. */
async function entryOf(tx: Tx, site: string, { list, name, identifier, version, more }: IndexedEntry): Promise<number> {
  const key = { site, list, name, identifier, version }
  const searched = foldedText([name, identifier, more].filter(Boolean).join('\n'))
  const find = () =>
    tx
      .selectFrom('fleet_entry')
      .select(['id', 'searched'])
      .where((eb) => eb.and(key))
      .executeTakeFirst()
  const known = await find()
  if (known) {
    if (more && known.searched !== searched)
      await tx.updateTable('fleet_entry').set({ searched }).where('id', '=', known.id).execute()
    return known.id
  }
  await tx
    .insertInto('fleet_entry')
    .values({ ...key, version_order: versionOrder(version), searched })
    .onConflict((conflict) => conflict.columns(['site', 'list', 'name', 'identifier', 'version']).doNothing())
    .execute()
  return Number((await find())?.id)
}

function ofTable(table: FleetTable, values: ColumnValues): ColumnValues {
  const own: ColumnValues = {}
  for (const { field, order } of columnsOf(table)) {
    own[field.name] = values[field.name] ?? null
    if (order !== undefined) own[order] = values[order] ?? null
  }
  return own
}

const assigned = (values: ColumnValues) =>
  sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))

const insertInto = (tx: Tx, table: FleetTable, values: ColumnValues) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(values))})`.execute(tx)
