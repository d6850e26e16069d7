import type { Kysely } from 'kysely'
import { listDeviceProfiles, type profileRows } from '#contract/mdm/profiles.ts'
import { Problem } from '#contract/problem.ts'
import { requireDeviceKey } from '#services/mdm/device-record.ts'
import { pageOf } from '#services/mdm/list-call.ts'
import type { PageTokens } from '#services/mdm/page-token.ts'
import { changeItems } from '#services/mdm/resources/change-items.ts'
import type { StoredProfile } from '#services/mdm/resources/descriptions.ts'
import { profilesOfDevice } from '#services/mdm/resources/device-associations.ts'
import { sendToDevice, takeFromDevice } from '#services/mdm/resources/distribution.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Handlers } from '#services/router.ts'
import { requirePublished } from './published.ts'

type Rows = Pick<
  typeof profileRows,
  'listDeviceProfiles' | 'getDeviceProfile' | 'addDeviceProfiles' | 'removeDeviceProfiles'
>

/** Profiles of one device. */
export function deviceProfileHandlers(db: Kysely<DeviceTables>, tokens: PageTokens): Handlers<Rows> {
  const profilesOf = async (deviceId: string) => profilesOfDevice(db, await requireDeviceKey(db, deviceId))

  return {
    listDeviceProfiles: async (input, call) =>
      pageOf(
        { endpoint: listDeviceProfiles, input, call, tokens },
        await profilesOf(input.device_id),
        ({ applied_time, profile_id }) => `${String(applied_time).padStart(15, '0')} ${profile_id}`,
      ),

    getDeviceProfile: async ({ device_id, profile_id }) => {
      const found = (await profilesOf(device_id)).find(({ profile_id: id }) => id === profile_id)
      if (!found) throw new Problem('COM0008', `The device ${device_id} does not have the profile ${profile_id}`)
      return found
    },

    addDeviceProfiles: ({ device_id, profile_ids }) =>
      changeItems<StoredProfile>(
        db,
        { device_id, kind: 'profile', ids: profile_ids },
        async (transaction, device, found) => {
          requirePublished(found)
          await sendToDevice(transaction, device, 'profile', found)
        },
      ),

    removeDeviceProfiles: ({ device_id, profile_ids }) =>
      changeItems(db, { device_id, kind: 'profile', ids: profile_ids }, (transaction, device, found) =>
        takeFromDevice(transaction, device, 'profile', found),
      ),
  }
}
