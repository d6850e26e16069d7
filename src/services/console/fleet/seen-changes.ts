import { type Kysely, sql, type Transaction } from 'kysely'
import type { FleetFieldKind } from '#contract/fleet/field.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { type ColumnValues, textWithinBytes, timeAsReported } from './indexed-record.ts'
import { type FleetColumn, laterTable, type Layout } from './layout.ts'

type Tx = Transaction<ConsoleTables>

/** A difference between two readings of a record. */
export type SeenChange = { field: string; before: string | null; after: string | null }

const keptMs = 400 * 86_400_000
/** Of each side, so that a change takes at most 1 kB. */
const longestBytes = 450
/** Stays below SQLite's limit of 32,766 parameters. */
const insertedTogether = 1000

/** Fields that change with every reading, or reveal a location. Later fields repeat what commands and lists say. */
const unsteady =
  /^(available|used|incoming|outgoing|executed)_|^(latitude|longitude|address|battery_level|disk_free|wait|all_disks_free|disk_left|disks|computer_live_status|agent_logged_on_users)$/
const steadyOf = new WeakMap<Layout, FleetColumn[]>()
function steadyIn(layout: Layout): FleetColumn[] {
  const known = steadyOf.get(layout)
  if (known) return known
  const steady = [...layout.columns.values()].filter(
    ({ field: { name, kind, section }, table }) =>
      table !== laterTable &&
      !unsteady.test(name) &&
      section !== 'location' &&
      (kind !== 'time' || section === 'purchase'),
  )
  steadyOf.set(layout, steady)
  return steady
}
/** Excludes lists whose entries change with each reading. */
export const isSteadyList = (list: string) => list !== 'volume'
/** The record was not read since these lists were added, so their first entries are no changes. */
const laterLists = new Set(['sim', 'payload', 'efrp_account'])
export const isKnownList = ({ field }: SeenChange, before: ColumnValues) =>
  !laterLists.has(field) || before[laterKey] !== undefined
const laterKey = 'managed_id'

/** The indexed values of a device before an update. */
export async function valuesBefore(tx: Tx, layout: Layout, id: number): Promise<ColumnValues> {
  const before: ColumnValues = {}
  for (const table of layout.tables) {
    const key = sql.ref(table === 'fleet_device' ? 'id' : 'device')
    const { rows } =
      await sql<ColumnValues>`select * from ${sql.table(layout.table(table))} where ${key} = ${id}`.execute(tx)
    Object.assign(before, rows[0])
  }
  return before
}

/** The first reading is not a change. */
export const wasRead = ({ read_at }: ColumnValues) => Number(read_at) > 0

export const differences = (layout: Layout, before: ColumnValues, after: ColumnValues): SeenChange[] =>
  steadyIn(layout).flatMap(({ field: { name, kind } }) => {
    const [was, is] = [before[name] ?? null, after[name] ?? null]
    return isSame(kind, was, is) ? [] : [{ field: name, before: shortText(was, kind), after: shortText(is, kind) }]
  })

/** Stored times may differ by a millisecond. */
const isSame = (kind: FleetFieldKind, was: string | number | null, is: string | number | null) =>
  was === is || (kind === 'time' && was !== null && is !== null && Math.abs(Number(was) - Number(is)) === 1)

function shortText(value: string | number | null, kind: FleetFieldKind): string | null {
  if (value === null) return null
  if (kind === 'flag') return value === 1 ? 'yes' : 'no'
  const said = kind === 'time' ? timeAsReported(Number(value)) : value
  return kind === 'time' && typeof said === 'number' ? new Date(said).toISOString() : String(said)
}

const changesTable = (layout: Layout) => layout.table('fleet_change') as 'fleet_change'

export async function storeChanges(
  tx: Tx,
  layout: Layout,
  { device, at, changes }: { device: number; at: number; changes: readonly SeenChange[] },
) {
  const within = (text: string | null) => text && textWithinBytes(text, longestBytes)
  for (let from = 0; from < changes.length; from += insertedTogether)
    await tx
      .insertInto(changesTable(layout))
      .values(
        changes
          .slice(from, from + insertedTogether)
          .map(({ field, before, after }) => ({ device, at, field, before: within(before), after: within(after) })),
      )
      .execute()
}

export const forgetOldChanges = (database: Kysely<ConsoleTables>, layout: Layout, now: number) =>
  database
    .deleteFrom(changesTable(layout))
    .where('at', '<', now - keptMs)
    .execute()

/** Changes, newest first. */
export function changesOf(
  database: Kysely<ConsoleTables>,
  layout: Layout,
  { site, id, before, limit }: { site: string; id: string; before: number | undefined; limit: number },
) {
  let rows = database
    .selectFrom(`${changesTable(layout)} as change`)
    .innerJoin(`${layout.table('fleet_device') as 'fleet_device'} as thing`, 'thing.id', 'change.device')
    .select(['change.id', 'at', 'field', 'before', 'after'])
    .where('site', '=', site)
    .where('device_id', '=', id)
  if (before !== undefined) rows = rows.where('change.id', '<', before)
  return rows.orderBy('change.id', 'desc').limit(limit).execute()
}
