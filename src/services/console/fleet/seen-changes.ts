import { type Kysely, sql, type Transaction } from 'kysely'
import type { FleetFieldKind } from '#contract/fleet/field.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { ColumnValues } from './indexed-record.ts'
import { fleetColumns, fleetTables } from './layout.ts'

type Tx = Transaction<ConsoleTables>

/** What was seen to be different between two readings of a record. */
export type SeenChange = { field: string; before: string | null; after: string | null }

const keptMs = 400 * 86_400_000
const longestText = 300

/** They are different with every reading, or tell where somebody is. */
const unsteady =
  /^(available|used|incoming|outgoing|executed)_|^(latitude|longitude|address|battery_level|disk_free|wait)$/
const steady = [...fleetColumns.values()].filter(
  ({ field: { name, kind, section } }) =>
    !unsteady.test(name) && section !== 'location' && (kind !== 'time' || section === 'purchase'),
)

/** The values that the index has of a device before its record is written; undefined: it was never read. */
export async function valuesBefore(tx: Tx, id: number): Promise<ColumnValues | undefined> {
  const before: ColumnValues = {}
  for (const table of fleetTables) {
    const key = sql.ref(table === 'fleet_device' ? 'id' : 'device')
    const { rows } = await sql<ColumnValues>`select * from ${sql.table(table)} where ${key} = ${id}`.execute(tx)
    if (rows[0]?.read_at === 0) return undefined
    Object.assign(before, rows[0])
  }
  return before
}

export const differences = (before: ColumnValues, after: ColumnValues): SeenChange[] =>
  steady.flatMap(({ field: { name, kind } }) => {
    const [was, is] = [before[name] ?? null, after[name] ?? null]
    return was === is ? [] : [{ field: name, before: shortText(was, kind), after: shortText(is, kind) }]
  })

function shortText(value: string | number | null, kind: FleetFieldKind): string | null {
  if (value === null) return null
  if (kind === 'flag') return value === 1 ? 'yes' : 'no'
  return (kind === 'time' ? new Date(Number(value)).toISOString() : String(value)).slice(0, longestText)
}

export async function keepChanges(tx: Tx, device: number, at: number, changes: readonly SeenChange[]) {
  if (changes.length === 0) return
  await tx
    .insertInto('fleet_change')
    .values(changes.map((change) => Object.assign({ device, at }, change)))
    .execute()
}

export const forgetOldChanges = (database: Kysely<ConsoleTables>, now: number) =>
  database
    .deleteFrom('fleet_change')
    .where('at', '<', now - keptMs)
    .execute()

/** The newest first. */
export function changesOf(
  database: Kysely<ConsoleTables>,
  { site, device_id, before, limit }: { site: string; device_id: string; before: number | undefined; limit: number },
) {
  let rows = database
    .selectFrom('fleet_change')
    .innerJoin('fleet_device', 'fleet_device.id', 'fleet_change.device')
    .select(['fleet_change.id', 'at', 'field', 'before', 'after'])
    .where('site', '=', site)
    .where('device_id', '=', device_id)
  if (before !== undefined) rows = rows.where('fleet_change.id', '<', before)
  return rows.orderBy('fleet_change.id', 'desc').limit(limit).execute()
}
