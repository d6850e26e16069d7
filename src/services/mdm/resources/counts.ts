import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isOneOf } from '#platform/database/differences.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { ItemKind } from './tables.ts'

/** Items of a device: distributed to it, or to its groups for its platform. */
const itemsOfDevice = (kind: ItemKind): RawBuilder<number> => sql<number>`(
  (select count(*) from device_item where device_pk = device.pk and kind = ${kind})
  + (select count(distinct sent.item_pk)
     from group_member as mine
     join group_item as sent on sent.group_pk = mine.group_pk and sent.kind = ${kind}
     join resource as item on item.pk = sent.item_pk and item.platform = device.platform
     where mine.device_pk = device.pk and not exists
       (select 1 from device_item as own where own.device_pk = device.pk and own.item_pk = sent.item_pk)))`

/** Counts of a device as columns of a query on `device`. */
export const countsOfDevice = {
  group_count: sql<number>`(select count(*) from group_member where device_pk = device.pk)`,
  profile_count: itemsOfDevice('profile'),
  app_count: sql<number>`(select count(*) from installed_app where device_pk = device.pk)`,
}

/** Counts of groups, profiles and apps as columns of a query on `resource`. */
const countsOfResource = {
  members: sql<number>`(select count(*) from group_member where group_pk = resource.pk)`,
  apps: sql<number>`(select count(*) from group_item where group_pk = resource.pk and kind = 'app')`,
  profiles: sql<number>`(select count(*) from group_item where group_pk = resource.pk and kind = 'profile')`,
  groups: sql<number>`(select count(*) from group_item where item_pk = resource.pk)`,
  installed: sql<number>`(select count(*) from installed_app where app_pk = resource.pk)`,
  owned: sql<number>`(select count(*) from device where user_id = resource.id)`,
  devices: sql<number>`(
    (select count(*) from device_item where item_pk = resource.pk)
    + (select count(distinct mine.device_pk)
       from group_item as sent
       join group_member as mine on mine.group_pk = sent.group_pk
       join device on device.pk = mine.device_pk and device.platform = resource.platform
       where sent.item_pk = resource.pk and not exists
         (select 1 from device_item as own where own.item_pk = resource.pk and own.device_pk = mine.device_pk)))`,
}
type CountName = keyof typeof countsOfResource

/** Requested counts of resources, by key. */
export async function countResources<N extends CountName>(
  db: Kysely<DeviceTables>,
  keys: readonly number[],
  names: readonly N[],
): Promise<Map<number, Record<N, number>>> {
  const rows = await db
    .selectFrom('resource')
    .select('pk')
    .select(names.map((name) => countsOfResource[name].as(name)))
    .where((eb) => isOneOf(db, eb.ref('resource.pk'), keys))
    .execute()
  return new Map(
    (rows as unknown as ({ pk: number } & Record<N, number | string>)[]).map((row) => [
      row.pk,
      Object.fromEntries(names.map((name) => [name, Number(row[name])])) as Record<N, number>,
    ]),
  )
}
