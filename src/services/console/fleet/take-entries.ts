import type { Transaction } from 'kysely'
import { foldedText } from '#contract/text-rank.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { IndexedEntry } from './indexed-record.ts'
import { type Layout, versionOrder } from './layout.ts'
import { isSteadyList, type SeenChange } from './seen-changes.ts'

type Tx = Transaction<ConsoleTables>

/** Stores the list entries of a record and returns the differences. */
export async function takeEntries(
  tx: Tx,
  layout: Layout,
  { site, device, entries }: { site: string; device: number; entries: readonly IndexedEntry[] },
): Promise<SeenChange[]> {
  const table = layout.table('fleet_device_entry') as 'fleet_device_entry'
  const known = layout.table('fleet_entry') as 'fleet_entry'
  const wanted = new Map<number, IndexedEntry>()
  for (const found of entries) wanted.set(await entryOf(tx, known, { site, ...found }), found)
  const had = await tx
    .selectFrom(`${table} as of_device`)
    .innerJoin(`${known} as known`, 'known.id', 'of_device.entry')
    .select(['entry', 'list', 'name', 'identifier', 'version'])
    .where('device', '=', device)
    .execute()
  const before = new Set(had.map(({ entry }) => entry))
  const gone = had.filter(({ entry }) => !wanted.has(entry))
  const fresh = [...wanted].filter(([entry]) => !before.has(entry))
  if (gone.length > 0) {
    const entriesGone = gone.map(({ entry }) => entry)
    await tx.deleteFrom(table).where('device', '=', device).where('entry', 'in', entriesGone).execute()
  }
  if (fresh.length > 0)
    await tx
      .insertInto(table)
      .values(fresh.map(([entry]) => ({ entry, device })))
      .execute()
  return [
    ...gone.map((one) => ({ field: one.list, before: entryText(one), after: null })),
    ...fresh.map(([, one]) => ({ field: one.list, before: null, after: entryText(one) })),
  ].filter(({ field }) => isSteadyList(field))
}
const entryText = ({ name, identifier, version }: IndexedEntry) => `${name || identifier} ${version}`.trim()

/** Entries are shared between devices. */
async function entryOf(
  tx: Tx,
  table: 'fleet_entry',
  { site, list, name, identifier, version, more }: IndexedEntry & { site: string },
): Promise<number> {
  const key = { site, list, name, identifier, version }
  const searched = foldedText([name, identifier, more].filter(Boolean).join('\n'))
  const find = () =>
    tx
      .selectFrom(table)
      .select(['id', 'searched'])
      .where((eb) => eb.and(key))
      .executeTakeFirst()
  const known = await find()
  if (known) {
    if (more && known.searched !== searched)
      await tx.updateTable(table).set({ searched }).where('id', '=', known.id).execute()
    return known.id
  }
  await tx
    .insertInto(table)
    .values({ ...key, version_order: versionOrder(version), searched })
    .onConflict((conflict) => conflict.columns(['site', 'list', 'name', 'identifier', 'version']).doNothing())
    .execute()
  return Number((await find())?.id)
}
