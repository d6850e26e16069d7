import type { Kysely } from 'kysely'
import { listProfiles, type Profile, type profileRows } from '#contract/mdm/profiles.ts'
import { Problem } from '#contract/problem.ts'
import { callerName } from '#services/mdm/list-call.ts'
import type { PageTokens } from '#services/mdm/page-token.ts'
import { asChange } from '#services/mdm/resources/change.ts'
import { profileDescription, type StoredProfile } from '#services/mdm/resources/descriptions.ts'
import { resourcePages } from '#services/mdm/resources/resource-pages.ts'
import { addResource, newId, requireResource } from '#services/mdm/resources/resource-store.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Handlers } from '#services/router.ts'
import { changeProfile, draft, publishedStatus } from './change-profile.ts'
import { deviceProfileHandlers } from './device-handlers.ts'
import { restrictionsIn } from './enforced.ts'
import { payloadHandlers } from './payload-handlers.ts'
import { published } from './published.ts'
import { shownProfiles } from './shown.ts'
import { moveToTrash } from './trash.ts'

/** Profiles: creation, payloads, publication, and deletion. */
export function profileHandlers(db: Kysely<DeviceTables>, tokens: PageTokens): Handlers<typeof profileRows> {
  const pages = resourcePages(db, tokens)

  const whole = async (id: string): Promise<Profile> => {
    const [profile] = await shownProfiles(db, [await requireResource<StoredProfile>(db, 'profile', id)])
    return profile ?? {}
  }

  return {
    listProfiles: (input, call) =>
      pages({ endpoint: listProfiles, kind: 'profile', input, call }, (found) => shownProfiles(db, found)),
    getProfile: ({ profile_id }) => whole(profile_id),

    createProfile: async (input, call) => {
      const profile: Profile = {
        ...input,
        profile_id: newId('profile'),
        collection_id: newId('profile'),
        profile_version: 1,
        ...draft,
        is_moved_to_trash: false,
        created_by: callerName(call),
        creation_time: Date.now(),
        last_modified_by: callerName(call),
        last_modified_time: Date.now(),
      }
      const description = profileDescription({ profile, payloads: [] })
      await asChange(db, (transaction, changed) => addResource(transaction, 'profile', description, changed))
      return whole(description.id)
    },

    updateProfile: async ({ profile_id, ...fields }, call) => {
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      if (Object.keys(given).length === 0) {
        throw new Problem('COM0009', 'Nothing to change: name at least one field of the profile')
      }
      await changeProfile(db, profile_id, call, ({ profile, payloads }) => ({
        profile: { ...profile, ...given },
        payloads,
      }))
      return whole(profile_id)
    },

    deleteProfile: ({ profile_id }, call) => moveToTrash(db, [profile_id], callerName(call)),
    deleteProfiles: ({ profile_ids }, call) => moveToTrash(db, profile_ids, callerName(call)),

    publishProfile: async ({ profile_id }, call) => {
      await changeProfile(db, profile_id, call, ({ profile, payloads }) => {
        if (profile.is_moved_to_trash) throw new Problem('COM0015', `The profile ${profile_id} is in the trash`)
        if (payloads.length === 0) throw new Problem('COM0009', `The profile ${profile_id} has no payload yet`)
        const version = profile.profile_status_id === published ? 0 : 1
        return {
          profile: { ...profile, ...publishedStatus, profile_version: (profile.profile_version ?? 0) + version },
          payloads,
          enforced: restrictionsIn(payloads),
        }
      })
      return {}
    },

    ...payloadHandlers(db, tokens),
    ...deviceProfileHandlers(db, tokens),
  }
}
