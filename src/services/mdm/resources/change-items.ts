import type { Kysely } from 'kysely'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { asChange, markDevices, markResources } from './change.ts'
import { itemsOf } from './device-items.ts'
import { requireTarget, type Target } from './distribution.ts'
import { type Found, requireResources } from './resource-store.ts'
import type { ItemKind } from './tables.ts'

type ItemChange = { device_id: string; kind: ItemKind; ids: readonly string[] }

/** Changes the items of a device, as one change of device and items. */
export const changeItems = <C>(
  db: Kysely<DeviceTables>,
  { device_id, kind, ids }: ItemChange,
  work: (
    transaction: Kysely<DeviceTables>,
    device: Target,
    items: (Found<C> & { throughGroup: boolean })[],
  ) => Promise<void>,
) =>
  asChange(db, async (transaction, changed) => {
    const device = await requireTarget(transaction, device_id)
    const items = await requireResources<C>(transaction, kind, ids)
    const had = new Map((await itemsOf(transaction, device.pk, kind)).map((item) => [item.pk, item]))
    await work(
      transaction,
      device,
      items.map((item) => ({ ...item, throughGroup: had.get(item.pk)?.own === false })),
    )
    await markResources(
      transaction,
      items.map(({ pk }) => pk),
      changed,
    )
    await markDevices(transaction, [device.pk], changed)
    return {}
  })
