import type { Kysely } from 'kysely'
import type { App } from '#contract/mdm/apps.ts'
import { isOneOf } from '#platform/database/differences.ts'
import { markDevices, markResources } from '#services/mdm/resources/change.ts'
import { itemsOf } from '#services/mdm/resources/device-items.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

/** Installs or updates distributed apps on a device. */
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

/** Uninstalls apps that were removed from a device, unless another group still distributes them. */
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
