import type { Kysely } from 'kysely'
import type { App } from '#contract/mdm/apps.ts'
import { isOneOf } from '#platform/database/differences.ts'
import { markDevices, markResources } from '#services/mdm/resources/change.ts'
import { itemsOf } from '#services/mdm/resources/device-items.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

/** The device fetches what was distributed to it; what it has already, it brings up to the newest version. */
export async function installDistributed(db: Kysely<DeviceTables>, devicePk: number, changed: number) {
  const items = await itemsOf<App>(db, devicePk, 'app')
  if (items.length === 0) return
  const rows = items.map(({ pk, content }) => ({
    app_pk: pk,
    device_pk: devicePk,
    version: content.version ?? '',
    label_id: content.release_labels?.[0]?.release_label_id ?? null,
  }))
  await db
    .insertInto('installed_app')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['app_pk', 'device_pk']).doUpdateSet((eb) => ({ version: eb.ref('excluded.version') })),
    )
    .execute()
  await markResources(
    db,
    items.map(({ pk }) => pk),
    changed,
  )
  await markDevices(db, [devicePk], changed)
}

/** An app that is taken back leaves the device, unless a group of the device still has it. */
export async function uninstall(db: Kysely<DeviceTables>, devicePk: number, appKeys: readonly number[]) {
  const kept = new Set((await itemsOf<App>(db, devicePk, 'app')).map(({ pk }) => pk))
  await db
    .deleteFrom('installed_app')
    .where('device_pk', '=', devicePk)
    .where((eb) =>
      isOneOf(
        db,
        eb.ref('app_pk'),
        appKeys.filter((key) => !kept.has(key)),
      ),
    )
    .execute()
}
