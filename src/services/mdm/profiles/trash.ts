import type { Kysely } from 'kysely'
import { asChange } from '#services/mdm/resources/change.ts'
import { profileDescription, type StoredProfile } from '#services/mdm/resources/descriptions.ts'
import { refuseDistributed } from '#services/mdm/resources/distribution.ts'
import { removeResource, requireResources, saveResource } from '#services/mdm/resources/resource-store.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

/** Moves profiles to the trash, or deletes them from it. All or none. */
export const moveToTrash = (db: Kysely<DeviceTables>, ids: readonly string[], by: string) =>
  asChange(db, async (transaction, changed) => {
    for (const found of await requireResources<StoredProfile>(transaction, 'profile', ids)) {
      await refuseDistributed(transaction, 'profile', found)
      if (found.hidden) {
        await removeResource(transaction, found.pk)
        continue
      }
      const { profile, ...others } = found.content
      const moved = { is_moved_to_trash: true, last_modified_by: by, last_modified_time: Date.now() }
      await saveResource(
        transaction,
        'profile',
        profileDescription({ profile: { ...profile, ...moved }, ...others }),
        changed,
      )
    }
    return {}
  })
