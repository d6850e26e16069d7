import type { Insertable, Kysely } from 'kysely'
import type { Device } from '#contract/mdm/devices.ts'
import { insertAll } from '#platform/database/differences.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { markResources } from './change.ts'
import { addOwners } from './owners.ts'
import type { ResourceTables } from './tables.ts'

type NewDevice = { pk: number; record: Device }
type Rows = { [Table in 'group_member' | 'device_item' | 'installed_app']: Insertable<ResourceTables[Table]>[] }

/** Associates new devices with existing groups, profiles and apps, by their records. */
export async function associate(db: Kysely<DeviceTables>, devices: readonly NewDevice[], changed: number) {
  await addOwners(db, devices, changed)
  const keys = await keysOf(db)
  const rows: Rows = { group_member: [], device_item: [], installed_app: [] }
  for (const device of devices) describe(device, keys, rows)
  await insertAll(db, 'group_member', rows.group_member)
  await insertAll(db, 'device_item', rows.device_item)
  await insertAll(db, 'installed_app', rows.installed_app)
  const touched = [
    ...rows.group_member.map(({ group_pk }) => group_pk),
    ...rows.device_item.map(({ item_pk }) => item_pk),
    ...rows.installed_app.map(({ app_pk }) => app_pk),
  ]
  await markResources(db, [...new Set(touched)], changed)
}

type Keys = ReadonlyMap<string, number>

/** Keys of groups, profiles and apps; the demo has some eighty. */
async function keysOf(db: Kysely<DeviceTables>): Promise<Keys> {
  const rows = await db.selectFrom('resource').select(['id', 'pk']).where('kind', '<>', 'user').limit(10_000).execute()
  return new Map(rows.map(({ id, pk }) => [id, pk]))
}

function describe({ pk: device_pk, record }: NewDevice, keys: Keys, rows: Rows) {
  const added = Number(record.registered_time ?? 0)
  for (const [group_pk] of known(record.group, keys, ({ group_id: id }) => id)) {
    rows.group_member.push({ group_pk, device_pk })
  }
  for (const [item_pk, profile] of known(record.profiles, keys, ({ profile_id: id }) => id)) {
    const { status, remarks = '', applied_time } = profile
    rows.device_item.push({
      item_pk,
      device_pk,
      kind: 'profile',
      added_time: Number(applied_time),
      status: Number(status),
      remarks,
    })
  }
  for (const [item_pk, app] of known(record.apps, keys, ({ app_id: id }) => id)) {
    const added_time = Number(app.added_time ?? added)
    rows.device_item.push({ item_pk, device_pk, kind: 'app', added_time, status: 6, remarks: '' })
  }
  for (const [app_pk, app] of known(record.installed_apps, keys, ({ app_id: id }) => id)) {
    const label_id = app.release_label_details?.release_label_id ?? null
    rows.installed_app.push({ app_pk, device_pk, version: app.app_version ?? '', label_id })
  }
}

/** Existing items of a list with their keys, without duplicates. */
const known = <T>(list: readonly T[] | undefined, keys: Keys, idOf: (item: T) => string | undefined) =>
  new Map(
    (list ?? []).flatMap((item) => {
      const key = keys.get(idOf(item) ?? '')
      return key === undefined ? [] : [[key, item] as const]
    }),
  )
