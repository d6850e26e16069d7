import type { Kysely } from 'kysely'
import type { JsonObject } from '#contract/json.ts'
import { listProfilePayloads, type Payload, type profileRows } from '#contract/mdm/profiles.ts'
import { Problem } from '#contract/problem.ts'
import { pageOf } from '#services/mdm/list-call.ts'
import type { PageTokens } from '#services/mdm/page-token.ts'
import type { StoredProfile } from '#services/mdm/resources/descriptions.ts'
import { newId, requireResource } from '#services/mdm/resources/resource-store.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Call, Handlers } from '#services/router.ts'
import { changeProfile, draft } from './change-profile.ts'
import { checkPayload } from './check-payload.ts'

type Rows = Pick<
  typeof profileRows,
  'listProfilePayloads' | 'addProfilePayload' | 'updateProfilePayload' | 'deleteProfilePayload'
>
const maxPayloads = 50

/** Payloads of profiles. After a change, the profile must be published again. */
export function payloadHandlers(db: Kysely<DeviceTables>, tokens: PageTokens): Handlers<Rows> {
  const changePayloads = (id: string, call: Call, edit: (payloads: readonly Payload[]) => Payload[]) =>
    changeProfile(db, id, call, ({ profile, payloads }) => ({
      profile: { ...profile, ...draft },
      payloads: edit(payloads),
    }))

  return {
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
      await changePayloads(profile_id, call, (payloads) => {
        if (payloads.length >= maxPayloads) {
          throw new Problem('COM0015', `The profile ${profile_id} has ${maxPayloads} payloads, the maximum`)
        }
        return [...payloads, added]
      })
      return added
    },

    updateProfilePayload: async ({ profile_id, payload_id, payload }, call) => {
      let changed: Payload = {}
      await changePayloads(profile_id, call, (payloads) => {
        changed = edited(requirePayload(profile_id, payload_id, payloads), payload)
        return payloads.map((one) => (one.payload_id === payload_id ? changed : one))
      })
      return changed
    },

    deleteProfilePayload: async ({ profile_id, payload_id }, call) => {
      await changePayloads(profile_id, call, (payloads) => {
        requirePayload(profile_id, payload_id, payloads)
        return payloads.filter((one) => one.payload_id !== payload_id)
      })
      return {}
    },
  }
}

function requirePayload(profileId: string, payloadId: string, payloads: readonly Payload[]): Payload {
  const found = payloads.find(({ payload_id: id }) => id === payloadId)
  if (!found) throw new Problem('COM0008', `The profile ${profileId} has no payload ${payloadId}`)
  return found
}

/** Applies changed fields; null removes one. */
function edited(former: Payload, fields: JsonObject): Payload {
  const entries = Object.entries<unknown>({ ...former.payload, ...fields })
  const payload = Object.fromEntries(entries.filter(([, value]) => value !== null)) as JsonObject
  checkPayload(former.payload_type, payload)
  return { ...former, payload, payload_version: (former.payload_version ?? 0) + 1 }
}
