import type { Kysely, Transaction } from 'kysely'
import {
  listProfilePayloads,
  listProfiles,
  type Payload,
  type Profile,
  type profileRows,
  profileStatus,
} from '#contract/mdm/profiles.ts'
import { Problem } from '#contract/problem.ts'
import { callerName, pageOf } from '#services/mdm/list-call.ts'
import type { PageTokens } from '#services/mdm/page-token.ts'
import { asChange } from '#services/mdm/resources/change.ts'
import { profileDescription, type StoredProfile } from '#services/mdm/resources/descriptions.ts'
import { resourcePages } from '#services/mdm/resources/resource-pages.ts'
import { addResource, newId, requireResource, saveResource } from '#services/mdm/resources/resource-store.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Call, Handlers } from '#services/router.ts'
import { checkPayload } from './check-payload.ts'
import { deviceProfileHandlers } from './device-handlers.ts'
import { published } from './published.ts'
import { shownProfiles } from './shown.ts'
import { moveToTrash } from './trash.ts'

const draft = 1 satisfies keyof typeof profileStatus
const mostPayloads = 50

/** Profiles: made, given payloads, published, and thrown away. */
export function profileHandlers(db: Kysely<DeviceTables>, tokens: PageTokens): Handlers<typeof profileRows> {
  const pages = resourcePages(db, tokens)

  const whole = async (id: string): Promise<Profile> => {
    const [profile] = await shownProfiles(db, [await requireResource<StoredProfile>(db, 'profile', id)])
    return profile ?? {}
  }

  /** Change a profile; whatever it is, it has to be published again. */
  const change = async (
    id: string,
    call: Call,
    edit: (stored: StoredProfile, transaction: Transaction<DeviceTables>) => StoredProfile,
  ) =>
    asChange(db, async (transaction, changed) => {
      const { content } = await requireResource<StoredProfile>(transaction, 'profile', id)
      const { profile, payloads } = edit(content, transaction)
      const last = { last_modified_by: callerName(call), last_modified_time: Date.now() }
      const description = profileDescription({ profile: { ...profile, ...last }, payloads })
      await saveResource(transaction, 'profile', description, changed)
    })

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
        ...statusOf(draft),
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
      await change(profile_id, call, ({ profile, payloads }) => ({ profile: { ...profile, ...given }, payloads }))
      return whole(profile_id)
    },

    deleteProfile: ({ profile_id }, call) => moveToTrash(db, [profile_id], callerName(call)),
    deleteProfiles: ({ profile_ids }, call) => moveToTrash(db, profile_ids, callerName(call)),

    publishProfile: async ({ profile_id }, call) => {
      await change(profile_id, call, ({ profile, payloads }) => {
        if (profile.is_moved_to_trash) throw new Problem('COM0015', `The profile ${profile_id} is in the trash`)
        if (payloads.length === 0) throw new Problem('COM0009', `The profile ${profile_id} has no payload yet`)
        const version = profile.profile_status_id === published ? 0 : 1
        return {
          profile: { ...profile, ...statusOf(published), profile_version: (profile.profile_version ?? 0) + version },
          payloads,
        }
      })
      return {}
    },

    listProfilePayloads: async (input, call) => {
      const { content } = await requireResource<StoredProfile>(db, 'profile', input.profile_id)
      return pageOf({ endpoint: listProfilePayloads, input, call, tokens }, content.payloads)
    },

    addProfilePayload: async ({ profile_id, payload_type, payload }, call) => {
      const kind = checkPayload(payload_type, payload)
      const added: Payload = {
        payload_id: newId('profile'),
        payload_type: kind,
        payload_name: kind,
        payload_version: 1,
        payload,
      }
      await change(profile_id, call, ({ profile, payloads }) => {
        if (payloads.length >= mostPayloads) {
          throw new Problem('COM0015', `The profile ${profile_id} has ${mostPayloads} payloads, the maximum`)
        }
        return { profile: { ...profile, ...statusOf(draft) }, payloads: [...payloads, added] }
      })
      return added
    },

    ...deviceProfileHandlers(db, tokens),
  }
}

const statusOf = (id: keyof typeof profileStatus) => ({ profile_status_id: id, profile_status: profileStatus[id] })
