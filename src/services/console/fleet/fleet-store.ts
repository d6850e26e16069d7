import { setImmediate as otherWork } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { lockedRows } from '#platform/database/differences.ts'
import { problemOfFailure } from '#platform/database/failure.ts'
import { updateRow, upsertRow } from '#platform/database/wide-rows.ts'
import { countUnidentified, findUnidentified, identify } from '#services/console/annotations/link-indexed.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { Where } from './comparisons.ts'
import { takeCertificates } from './certificates/take-certificates.ts'
import { type ColumnValues, isKey } from './indexed-record.ts'
import { columnNames, type FleetTable, laterTable, type Layout, listBit } from './layout.ts'
import {
  changesOf,
  differences,
  forgetOldChanges,
  isKnownList,
  storeChanges,
  valuesBefore,
  wasRead,
} from './seen-changes.ts'
import { scanned, slicesOf, written } from './slices.ts'
import { deviceSubject, type Subject } from './subject.ts'
import { takeEntries } from './take-entries.ts'
import { forgetEmptyCounts, isKnownChange, isToBeRead, maxFailures, rowCounts } from './walks/row-counts.ts'

export type FleetStore<Row = DeviceSummary, Whole = Device> = ReturnType<typeof storeOf<Row, Whole>>
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

/** Rows written before other requests get their turn. */
const rowsTogether = 10

/** The index of devices. */
export const fleetStore = (database: Db, refused?: (error: unknown) => void) =>
  storeOf(database, deviceSubject, refused)

/** Writes the index, in small batches to keep the database responsive. */
export function storeOf<Row, Whole>(
  database: Db,
  subject: Subject<Row, Whole>,
  /** Logs why the database rejected a record. */
  refused: (error: unknown) => void = () => undefined,
) {
  const { layout } = subject
  // Tables of other layouts have the same columns.
  const things = layout.table('fleet_device') as 'fleet_device'
  const sites = layout.table('fleet_site') as 'fleet_site'
  const siteRow = async (site: string) =>
    (await database.selectFrom(sites).selectAll().where('site', '=', site).executeTakeFirst()) ?? {
      site,
      ...nothing,
    }
  const note = (site: string, changes: Partial<typeof nothing>) =>
    database
      .insertInto(sites)
      .values({ site, ...nothing, ...changes })
      .onConflict((conflict) => conflict.column('site').doUpdateSet(changes))
      .execute()
  /**
   * Serializes writes of a site: a process that lost its lease may still write, and concurrent inserts of a record
   * would fail or deadlock.
   */
  const alone = (tx: Tx, site: string) =>
    lockedRows(tx)(tx.selectFrom(sites).select('site').where('site', '=', site)).execute()
  // Updates in slices, since a single large one would block SQLite.
  const there = (tx: Tx, slice: Where, site: string) =>
    tx.updateTable(`${things} as fleet_device`).where(slice).where(scanned(tx, site))
  async function bySlices(site: string, update: (of: ReturnType<typeof there>) => { execute: () => Promise<unknown> }) {
    for await (const slice of slicesOf(database, { table: things, perSlice: written(database) }))
      await database.transaction().execute(async (tx) => {
        await alone(tx, site)
        await update(there(tx, slice, site)).execute()
      })
  }

  /** Updates a row under the lock of its site. */
  const aloneWith = (id: number, update: (tx: Tx) => { execute: () => Promise<unknown> }) =>
    database.transaction().execute(async (tx) => {
      const { site } = await tx.selectFrom(things).select('site').where('id', '=', id).executeTakeFirstOrThrow()
      await alone(tx, site)
      await update(tx).execute()
    })
  const recordFailed = (id: number, at: number) =>
    aloneWith(id, (tx) =>
      tx
        .updateTable(things)
        .set(({ eb }) => ({ failures: eb('failures', '+', 1), tried_at: at }))
        .where('id', '=', id),
    )

  return {
    siteRow,
    note,
    wantedSites: () => database.selectFrom(sites).select('site').where('wanted_at', '>', 0).execute(),

    /** Stores a page of the list. New rows, changed rows, and all rows of a delta are marked for reading. */
    takeRows: async (
      site: string,
      rows: readonly Row[],
      { walk, isDelta, at }: { walk: number; isDelta: boolean; at: number },
    ) => {
      for (let from = 0; from < rows.length; from += rowsTogether) {
        if (from > 0) await otherWork()
        await database.transaction().execute(async (tx) => {
          await alone(tx, site)
          for (const row of rows.slice(from, from + rowsTogether)) {
            const id = subject.idOf(row)
            if (!isKey(id)) continue
            const known = await tx
              .selectFrom(things)
              .select(['id', 'listed', 'walk'])
              .where('site', '=', site)
              .where('device_id', '=', id)
              .executeTakeFirst()
            const listed = subject.digestOf(row, known?.listed)
            const isSame = known?.listed === listed && !isDelta
            if (isSame) {
              const met = { walk: Math.max(walk, known.walk), gone_at: 0 }
              await tx.updateTable(things).set(met).where('id', '=', known.id).execute()
              if (await findUnidentified(tx, layout, site, known.id)) await identify(tx, layout, site, known.id)
              continue
            }
            await takeRow(tx, subject, { site, row, listed, walk, at, known, isDelta })
          }
        })
      }
    },

    /** Marks devices that no full pass has seen since this one as gone. */
    markGone: async (site: string, walk: number, at: number) => {
      await bySlices(site, (there) => there.set({ gone_at: at }).where('walk', '<', walk))
      await forgetEmptyCounts(database, layout, site)
    },

    forgetOldChanges: (now: number) => forgetOldChanges(database, layout, now),

    markOld: (site: string, readBefore: number) =>
      bySlices(site, (there) =>
        there
          .set({ is_changed: isToBeRead, failures: 0 })
          .where('read_at', '<', readBefore)
          .where((eb) => eb.or([eb('is_changed', '=', 0), eb('failures', '>', 0)]))
          // Rejected records are retried separately.
          .where('read_at', '>', 0)
          .where('failures', '<', maxFailures),
      ),

    /** Schedules another attempt for records that were last tried before a given time. */
    retryRefused: (site: string, triedBefore: number) =>
      bySlices(site, (there) =>
        there
          .set({ failures: maxFailures - 1 })
          .where('is_changed', '>', 0)
          .where('failures', '>=', maxFailures)
          .where('tried_at', '<', triedBefore),
      ),

    /**
     * Records to read. Changed ones come first, but take at most half of the places; among the others, those never read
     * come first.
     */
    changed: async (site: string, limit: number) => {
      const waiting = (is_changed: number, most: number) =>
        database
          .selectFrom(things)
          .select(['id', 'device_id', 'failures'])
          .where('site', '=', site)
          .where('is_changed', '=', is_changed)
          .where('failures', '<', maxFailures)
          .where('gone_at', '=', 0)
          .orderBy('failures')
          .orderBy('read_at')
          .orderBy('id')
          .limit(most)
          .execute()
      const known = await waiting(isKnownChange, limit)
      const others = await waiting(isToBeRead, limit - Math.min(known.length, Math.ceil(limit / 2)))
      return [...known.slice(0, limit - others.length), ...others]
    },

    /**
     * Writes records one by one, yielding in between, so that a rejected one does not affect the others. `at` is the
     * time of the request.
     */
    async takeRecords(site: string, records: readonly { id: number; record: Whole; at: number }[]) {
      for (const { id, record, at } of records) {
        try {
          await database.transaction().execute(async (tx) => {
            await alone(tx, site)
            await takeRecord(tx, subject, { site, id, record, at })
          })
        } catch (error) {
          if (problemOfFailure(error, 'console')) throw error
          refused(error)
          await recordFailed(id, at)
        }
        await otherWork()
      }
    },

    recordFailed,

    /** The next pass of the list shows whether the device was removed or its record is inaccessible. */
    recordMissing: (id: number, at: number) =>
      aloneWith(id, (tx) =>
        tx
          .updateTable(things)
          .set(({ eb }) => ({
            gone_at: eb
              .case()
              .when(eb.and([eb('read_at', '>', 0), eb('failures', '=', 0)]))
              .then(at)
              .else(eb.ref('gone_at'))
              .end(),
            failures: maxFailures,
            tried_at: at,
          }))
          .where('id', '=', id),
      ),

    /** Whether some records were never read. */
    hasUnread: async (site: string) => {
      const unread = await database
        .selectFrom(things)
        .select('id')
        .where('site', '=', site)
        .where('is_changed', 'in', [isToBeRead, isKnownChange])
        .where('failures', '<', maxFailures)
        .where('gone_at', '=', 0)
        .where('read_at', '=', 0)
        .limit(1)
        .executeTakeFirst()
      return unread !== undefined
    },

    hasUnidentified: (site: string) => findUnidentified(database, layout, site),
    countUnidentified: (site: string) => countUnidentified(database, layout, site),

    changesOf: (asked: Parameters<typeof changesOf>[2]) => changesOf(database, layout, asked),

    counts: (site: string, oldBefore: number) => rowCounts(database, layout, site, oldBefore),
  }
}

const isDevices = ({ kind }: Layout) => kind === 'device'

type IndexedRow = { id: number; listed: string; walk: number }
type Taken<Row> = {
  site: string
  row: Row
  listed: string
  walk: number
  at: number
  known: IndexedRow | undefined
  isDelta: boolean
}

async function takeRow<Row, Whole>(
  tx: Tx,
  subject: Subject<Row, Whole>,
  { site, row, listed, walk, at, known, isDelta }: Taken<Row>,
) {
  const { layout } = subject
  const values = subject.ofRow(row)
  const isChanged = !known || subject.isRecordOther(known.listed, listed)
  // A process that lost its lease may still write results of an older pass.
  const own = {
    walk: Math.max(walk, known?.walk ?? 0),
    gone_at: 0,
    listed,
    ...(isChanged && { is_changed: known || isDelta ? isKnownChange : isToBeRead, failures: 0 }),
  }
  const things = layout.table('fleet_device')
  if (known) {
    const before = await valuesBefore(tx, layout, known.id)
    const after = { ...before, ...values }
    if (wasRead(before))
      await storeChanges(tx, layout, { device: known.id, at, changes: differences(layout, before, after) })
    // Until its record is read, a device is searched by the values of its row.
    await writeColumns(tx, layout, known.id, {
      before,
      after,
      own,
      searched: subject.searched(after),
      isWhole: subject.areRowsWhole,
    })
    // For computers, only the details contain the serial number.
    if (isDevices(layout) || (await findUnidentified(tx, layout, site, known.id)))
      await identify(tx, layout, site, known.id)
    return
  }
  const device_id = subject.idOf(row)
  const all = { site, device_id, read_at: 0, is_changed: isToBeRead, failures: 0, ...own }
  await tx
    .insertInto(things as 'fleet_device')
    .values(all)
    .execute()
  const made = await tx
    .selectFrom(things as 'fleet_device')
    .select('id')
    .where('site', '=', site)
    .where('device_id', '=', device_id)
    .executeTakeFirstOrThrow()
  await writeColumns(tx, layout, made.id, {
    before: {},
    after: values,
    own: {},
    searched: subject.searched(values),
    isWhole: subject.areRowsWhole,
  })
  await identify(tx, layout, site, made.id)
}

/** `isWhole`: whether fields added later were read, of which not even null is known before. */
type Written = {
  before: ColumnValues
  after: ColumnValues
  own: ColumnValues
  searched: string
  isWhole?: boolean | undefined
}

/** Writes all columns of each table that differ, also unchanged ones: the statements are compiled once. */
async function writeColumns(tx: Tx, layout: Layout, id: number, { before, after, own, searched, isWhole }: Written) {
  const [, , ...further] = layout.tables
  await updateRow(tx, layout.table('fleet_device'), 'id', { ...ofTable(layout, 'fleet_device', after), ...own, id })
  const texts = { ...ofTable(layout, 'fleet_device_text', after), searched, device: id }
  await upsertRow(tx, layout.table('fleet_device_text'), 'device', texts)
  for (const name of further) {
    const row = ofTable(layout, name, after)
    const isOther = ([column, value]: [string, ColumnValues[string]]) => value !== (before[column] ?? null)
    const isNew = name === laterTable && Object.keys(row).some((column) => before[column] === undefined)
    if (isNew ? isWhole : Object.entries(row).some(isOther))
      await upsertRow(tx, layout.table(name), 'device', { ...row, device: id })
  }
}

type TakenRecord<Whole> = { site: string; id: number; record: Whole; at: number }

async function takeRecord<Row, Whole>(
  tx: Tx,
  subject: Subject<Row, Whole>,
  { site, id, record, at }: TakenRecord<Whole>,
) {
  const { layout } = subject
  const values = subject.ofRecord(record)
  const before = await valuesBefore(tx, layout, id)
  const after = { ...before, ...values }
  // A process that lost its lease may still write an older record.
  if (Number(before.read_at) > at) return
  const listed = subject.entriesOf(record)
  const lists = [...new Set(listed.map(({ list }) => listBit(list)))].reduce((all, bit) => all + bit, 0)
  const own = { read_at: at, is_changed: 0, failures: 0, lists, ...subject.statesOf?.(record, after) }
  await writeColumns(tx, layout, id, { before, after, own, searched: subject.searched(after, record), isWhole: true })
  await identify(tx, layout, site, id)
  const entries = await takeEntries(tx, layout, { site, device: id, entries: listed })
  if (subject.certificatesOf)
    await takeCertificates(tx, { site, device: id, certificates: subject.certificatesOf(record) })
  if (wasRead(before))
    await storeChanges(tx, layout, {
      device: id,
      at,
      changes: [...differences(layout, before, after), ...entries.filter((one) => isKnownList(one, before))],
    })
}

function ofTable(layout: Layout, table: FleetTable, values: ColumnValues): ColumnValues {
  const own: ColumnValues = {}
  for (const name of columnNames(table, layout)) own[name] = values[name] ?? null
  return own
}
