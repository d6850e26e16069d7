import { type Kysely, sql } from 'kysely'
import type { Scalar } from '#contract/wire.ts'
import { columnNamed, columnRef, tablesFrom } from '#services/console/fleet/fleet-conditions.ts'
import { timeAsReported } from '#services/console/fleet/indexed-record.ts'
import { partsOf } from '#services/console/fleet/certificates/certificate-values.ts'
import { type FleetColumn, fleetLists, type Layout } from '#services/console/fleet/layout.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

type Columns = ReadonlyMap<string, FleetColumn>
type Row = { device_id: string; device_name: string; values: Record<string, Scalar> }

/** In the order of the keys. */
export async function rowsOf(
  db: Kysely<ConsoleTables>,
  { layout, columnsOfSite }: { layout: Layout; columnsOfSite: Columns },
  keys: readonly number[],
  columns: readonly string[],
): Promise<Row[]> {
  if (keys.length === 0) return []
  const isPlain = (name: string) => !fleetLists.includes(name) && !layout.parts.has(name)
  const plain = columns.filter(isPlain).map((name) => columnNamed(columnsOfSite, name))
  const selected = plain.map((column) => sql`, ${columnRef(column)} as ${sql.ref(column.field.name)}`)
  const { rows } = await sql<Record<string, Scalar>>`select fleet_device.id as key_of_row,
    fleet_device.device_id as id_of_row, ${sql.ref(`fleet_device.${layout.nameField}`)} as name_of_row ${sql.join(selected, sql` `)}
    ${tablesFrom(layout, columnsOfSite, columns)} where fleet_device.id in (${sql.join(keys)})`.execute(db)
  const lists = columns.filter((name) => fleetLists.includes(name))
  const entries = await entriesOf(db, layout, keys, lists)
  const parts = await partsOf(
    db,
    keys,
    columns.flatMap((name) => layout.parts.get(name) ?? []),
  )
  const byKey = new Map(rows.map((row) => [Number(row.key_of_row), row]))
  return keys.flatMap((key) => {
    const row = byKey.get(key)
    if (!row) return []
    const values: Record<string, Scalar> = {}
    for (const column of plain) {
      const value = shown(column, row[column.field.name] ?? null)
      if (value !== null) values[column.field.name] = value
    }
    for (const list of lists) {
      const names = entries.get(`${key} ${list}`)
      if (names) values[list] = names.join(', ')
    }
    Object.assign(values, parts.get(key))
    return [{ device_id: String(row.id_of_row), device_name: String(row.name_of_row ?? ''), values }]
  })
}

async function entriesOf(db: Kysely<ConsoleTables>, layout: Layout, keys: readonly number[], lists: readonly string[]) {
  const found = new Map<string, string[]>()
  if (lists.length === 0) return found
  const entry = layout.table('fleet_device_entry') as 'fleet_device_entry'
  const rows = await db
    .selectFrom(`${entry} as of_device`)
    .innerJoin(`${layout.table('fleet_entry') as 'fleet_entry'} as fleet_entry`, 'fleet_entry.id', 'of_device.entry')
    .select(['device', 'list', 'name', 'version'])
    .where('device', 'in', keys)
    .where('list', 'in', lists)
    .orderBy('name')
    .execute()
  for (const { device, list, name, version } of rows) {
    const key = `${device} ${list}`
    found.set(key, [...(found.get(key) ?? []), version === '' ? name : `${name} ${version}`])
  }
  return found
}

/** Converts column values to contract values, such as flags. */
export const shown = ({ table, field: { kind } }: FleetColumn, value: Scalar): Scalar =>
  value === null
    ? null
    : table === 'kept'
      ? keptValue(kind, value)
      : kind === 'flag'
        ? Number(value) === 1
        : kind === 'time'
          ? timeAsReported(Number(value))
          : kind === 'number'
            ? Number(value)
            : value

/** Numbers of custom fields keep their decimal text. */
const keptValue = (kind: FleetColumn['field']['kind'], value: Scalar): Scalar =>
  kind === 'flag' ? value === 'yes' : value
