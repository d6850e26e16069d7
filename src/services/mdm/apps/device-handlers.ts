import type { Kysely } from 'kysely'
import { type App, type appRows, type DeviceApp, listDeviceApps } from '#contract/mdm/apps.ts'
import { Problem } from '#contract/problem.ts'
import { requireDeviceKey } from '#services/mdm/device-record.ts'
import { pageOf } from '#services/mdm/list-call.ts'
import type { PageTokens } from '#services/mdm/page-token.ts'
import { changeItems } from '#services/mdm/resources/change-items.ts'
import { asChange } from '#services/mdm/resources/change.ts'
import { appsOfDevice } from '#services/mdm/resources/device-associations.ts'
import { requireEnrolled, requireTarget, sendToDevice, takeFromDevice } from '#services/mdm/resources/distribution.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Handlers } from '#services/router.ts'
import { installDistributed, uninstall } from './installed.ts'

type Rows = Pick<
  typeof appRows,
  'listDeviceApps' | 'getDeviceApp' | 'addDeviceApps' | 'removeDeviceApps' | 'refreshDeviceApps'
>

/** Apps of one device. */
export function deviceAppHandlers(db: Kysely<DeviceTables>, tokens: PageTokens): Handlers<Rows> {
  const appsOf = async (deviceId: string) => appsOfDevice(db, await requireDeviceKey(db, deviceId))

  return {
    listDeviceApps: async (input, call) =>
      pageOf({ endpoint: listDeviceApps, input, call, tokens }, await appsOf(input.device_id), placeOf),

    getDeviceApp: async ({ device_id, app_id }) => {
      const found = (await appsOf(device_id)).find(({ app_id: id }) => id === app_id)
      if (!found) throw new Problem('COM0008', `The device ${device_id} does not have the app ${app_id}`)
      return found
    },

    addDeviceApps: ({ device_id, app_ids }) =>
      changeItems<App>(db, { device_id, kind: 'app', ids: app_ids }, (transaction, device, found) =>
        sendToDevice(transaction, device, 'app', found),
      ),

    removeDeviceApps: ({ device_id, app_ids }) =>
      changeItems<App>(db, { device_id, kind: 'app', ids: app_ids }, async (transaction, device, found) => {
        await takeFromDevice(transaction, device, 'app', found)
        await uninstall(
          transaction,
          device.pk,
          found.map(({ pk }) => pk),
        )
      }),

    refreshDeviceApps: ({ device_id }) =>
      asChange(db, async (transaction, changed) => {
        const device = await requireTarget(transaction, device_id)
        requireEnrolled(device)
        await installDistributed(transaction, device.pk, changed)
        return {}
      }),
  }
}

/** Distributed apps by time, then other installed ones. */
const placeOf = ({ is_distributed, added_time, app_name, app_id }: DeviceApp) =>
  is_distributed ? `0 ${String(added_time).padStart(15, '0')} ${app_id}` : `1 ${app_name} ${app_id}`
