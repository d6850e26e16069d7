import { setImmediate as otherWork } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import type { compareIndexedGroup } from '#contract/fleet/fleet-answers.ts'
import type { Scalar } from '#contract/wire.ts'
import { isOneOf } from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { columnRef, joinsOf } from './fleet-conditions.ts'
import { shown } from './pages/rows-of.ts'
import { deviceLayout, type FleetColumn, fleetColumns, laterTable } from './layout.ts'

type Db = Kysely<ConsoleTables>
type Compared = Omit<Output<typeof compareIndexedGroup>, 'state'>
type Device = { id: number; read_at: number }
type Counts = { values: Map<Scalar, number>; missing: number }

/** Compared sections: settings and properties, excluding identifiers and frequently changing values. */
const sections = new Set(['restrictions', 'security', 'privacy', 'container'])
const kinds = new Set(['flag', 'code', 'number', 'version'])
const further = new Set([
  'platform_type',
  'model',
  'product_name',
  'os_version',
  'build_version',
  'agent_version',
  'owned_by',
  'office',
  'managed_status',
  'data_roaming_enabled',
  'voice_roaming_enabled',
])
const compared: FleetColumn[] = [...fleetColumns.values()].filter(
  ({ field: { name, section, kind }, table }) =>
    further.has(name) || (table !== laterTable && sections.has(section) && kinds.has(kind) && !name.endsWith('_id')),
)

/** Members per statement, yielding in between. */
const membersPerRead = 500
/** Lower, since each member has dozens of apps. */
const membersPerEntries = 50
const maxValues = 12
const maxEntries = 1000

/** Compares a device with the members of a group by field values. */
export function fleetComparison(database: Db) {
  const fields = new Map<string, FleetColumn>(compared.map((column) => [column.field.name, column]))
  const selected = compared.map((column) => columnRef(column))
  const joins = joinsOf(fields, [...fields.keys()], deviceLayout)

  const find = (site: string, device_id: string) =>
    database
      .selectFrom('fleet_device')
      .select(['id', 'read_at'])
      .where('site', '=', site)
      .where('device_id', '=', device_id)
      .where('gone_at', '=', 0)
      .executeTakeFirst()

  async function membersOf(site: string, group_id: string, but: Device | undefined) {
    const { rows } = await sql<{ id: number }>`select distinct fleet_device.id from fleet_entry
      join fleet_device_entry on fleet_device_entry.entry = fleet_entry.id
      join fleet_device on fleet_device.id = fleet_device_entry.device
      where fleet_entry.site = ${site} and list = 'group' and identifier = ${group_id} and gone_at = 0 and read_at > 0
        and (is_removed is null or is_removed = 0) order by fleet_device.id`.execute(database)
    return rows.map(({ id }) => id).filter((id) => id !== but?.id)
  }

  async function valuesOf(ids: readonly number[]): Promise<Record<string, Scalar>[]> {
    const { rows } = await sql<Record<string, Scalar>>`select ${sql.join(selected)}
      from fleet_device ${sql.join(joins, sql` `)}
      where ${isOneOf(database, sql.ref<number>('fleet_device.id'), ids)}`.execute(database)
    return rows
  }

  async function countValues(ids: readonly number[]): Promise<Map<string, Counts>> {
    const counts = new Map(
      compared.map(({ field: { name } }) => [name, { values: new Map<Scalar, number>(), missing: 0 }]),
    )
    for (let at = 0; at < ids.length; at += membersPerRead) {
      if (at > 0) await otherWork()
      for (const row of await valuesOf(ids.slice(at, at + membersPerRead)))
        for (const [name, counted] of counts) {
          const value = row[name] ?? null
          if (value === null) counted.missing += 1
          else counted.values.set(value, (counted.values.get(value) ?? 0) + 1)
        }
    }
    return counts
  }

  async function entriesOf(ids: readonly number[], own: Device): Promise<Pick<Compared, 'entries' | 'left'>> {
    const counts = new Map<string, Compared['entries'][number]>()
    const all = [...ids, own.id]
    for (let at = 0; at < all.length; at += membersPerEntries) {
      if (at > 0) await otherWork()
      const { rows } = await sql<{ list: string; name: string; device: number }>`
        select distinct list, name, device from fleet_device_entry
        join fleet_entry on fleet_entry.id = fleet_device_entry.entry
        where list in ('app', 'profile') and name <> ''
          and ${isOneOf(database, sql.ref<number>('device'), all.slice(at, at + membersPerEntries))}`.execute(database)
      for (const { list, name, device } of rows) {
        const key = `${list}\n${name}`
        const counted = counts.get(key) ?? { list, name, own: false, count: 0 }
        if (device === own.id) counted.own = true
        else counted.count += 1
        counts.set(key, counted)
      }
    }
    return limitedEntries([...counts.values()], maxEntries)
  }

  return async function compare(site: string, { device_id, group_id }: { device_id: string; group_id: string }) {
    const device = await find(site, device_id)
    const group = await database
      .selectFrom('fleet_entry')
      .select('name')
      .where('site', '=', site)
      .where('list', '=', 'group')
      .where('identifier', '=', group_id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const members = await membersOf(site, group_id, device)
    const named = group && { group: group.name || group_id }
    if (!device || device.read_at === 0 || members.length === 0)
      return { isRead: (device?.read_at ?? 0) > 0, ...named, members: members.length, fields: [], entries: [] }
    const [own = {}] = await valuesOf([device.id])
    const counts = await countValues(members)
    return {
      isRead: true,
      ...named,
      members: members.length,
      fields: compared.flatMap((column) => fieldOf(column, own[column.field.name] ?? null, counts)),
      ...(await entriesOf(members, device)),
    } satisfies Compared
  }
}

/** All entries of the device and the most frequent others; `left` is the number of omitted ones. */
export function limitedEntries(entries: readonly Compared['entries'][number][], max: number) {
  const sorted = entries.toSorted((one, other) => other.count - one.count)
  const theirs = sorted.filter(({ own }) => !own)
  const kept = new Set(theirs.slice(0, max))
  const left = theirs.length - kept.size
  return { entries: sorted.filter((one) => one.own || kept.has(one)), ...(left > 0 && { left }) }
}

function fieldOf(column: FleetColumn, own: Scalar, counts: ReadonlyMap<string, Counts>): Compared['fields'] {
  const { values, missing } = counts.get(column.field.name) ?? { values: new Map<Scalar, number>(), missing: 0 }
  if (own === null && values.size === 0) return []
  const most = [...values].toSorted(([, one], [, other]) => other - one).slice(0, maxValues)
  return [
    {
      field: column.field.name,
      ...(own !== null && { own: shown(column, own) }),
      same: own === null ? missing : (values.get(own) ?? 0),
      missing,
      values: most.map(([value, count]) => ({ value: shown(column, value), count })),
    },
  ]
}
