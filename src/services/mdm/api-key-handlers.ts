import type { Kysely, Selectable } from 'kysely'
import type { apiKeyRows } from '#contract/mdm/api-keys.ts'
import { Problem } from '#contract/problem.ts'
import { refused } from '#services/refusal.ts'
import type { Call, Handlers } from '#services/router.ts'
import { makeKey, renewKey } from './api-keys.ts'
import { callerName } from './list-call.ts'
import type { DeviceTables } from './tables.ts'

type ApiKey = Selectable<DeviceTables['api_key']>

/** Settings of a server (mobile-device-management, Authentication: API key). */
export function apiKeyHandlers(db: Kysely<DeviceTables>): Handlers<typeof apiKeyRows> {
  const valid = () => db.selectFrom('api_key').selectAll().where('expires_at', '>', Date.now())

  async function shownOnce(id: string, api_key: string) {
    const { name, expires_at } = await valid().where('id', '=', id).executeTakeFirstOrThrow()
    return { key_id: id, name, api_key, expires_time: expires_at }
  }

  return {
    listApiKeys: async (_input, call) => {
      requireUnlimited(call)
      const keys = await valid().orderBy('name').orderBy('id').execute()
      return { rows: keys.map(toView), total: keys.length }
    },

    generateApiKey: async ({ name }, call) => {
      requireUnlimited(call)
      const { id, key } = await makeKey(db, name, { createdBy: callerName(call) })
      return shownOnce(id, key)
    },

    regenerateApiKey: async ({ key_id }, call) => {
      requireUnlimited(call)
      const key = await renewKey(db, key_id)
      if (key === undefined) throw unknown(key_id)
      return shownOnce(key_id, key)
    },

    revokeApiKey: async ({ key_id }, call) => {
      requireUnlimited(call)
      const gone = await db.deleteFrom('api_key').where('id', '=', key_id).returning('id').executeTakeFirst()
      if (!gone) throw unknown(key_id)
      return {}
    },
  }
}

/** Keys have full access, so a limited token must not create one. */
function requireUnlimited({ caller }: Call) {
  if (!caller?.scopes) return
  throw refused('mdm', 'forbidden', 'API keys cannot be managed with an access token that is limited to scopes', 403)
}

const unknown = (id: string) => new Problem('COM0008', `key_id: There is no API key ${id}`, { field: 'key_id' })

const toView = ({ id, name, created_by, created_at, used_at, expires_at }: ApiKey) => ({
  key_id: id,
  name,
  ...(created_by !== '' && { created_by }),
  ...(created_at !== null && { created_time: created_at }),
  ...(used_at !== null && { used_time: used_at }),
  expires_time: expires_at,
})
