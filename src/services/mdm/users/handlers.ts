import type { Kysely } from 'kysely'
import { listUsers, type User, type userRows } from '#contract/mdm/users.ts'
import { Problem } from '#contract/problem.ts'
import { userFieldsOf } from '#services/mdm/device-details.ts'
import { requireRecord } from '#services/mdm/device-record.ts'
import { saveDevice } from '#services/mdm/device-store.ts'
import type { PageTokens } from '#services/mdm/page-token.ts'
import { asChange, lockDevices } from '#services/mdm/resources/change.ts'
import { countResources } from '#services/mdm/resources/counts.ts'
import { userDescription } from '#services/mdm/resources/owners.ts'
import { resourcePages } from '#services/mdm/resources/resource-pages.ts'
import {
  addResource,
  newId,
  removeResource,
  requireResource,
  saveResource,
} from '#services/mdm/resources/resource-store.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Handlers } from '#services/router.ts'

/** Users of devices. */
export function userHandlers(db: Kysely<DeviceTables>, tokens: PageTokens): Handlers<typeof userRows> {
  const pages = resourcePages(db, tokens)

  const withCounts = async (users: readonly { pk: number; id: string; content: object }[]): Promise<User[]> => {
    const keys = users.map(({ pk }) => pk)
    const counts = await countResources(db, keys, ['owned'])
    return users.map(({ pk, id, content }) => ({ ...content, user_id: id, device_count: counts.get(pk)?.owned }))
  }
  const whole = async (id: string): Promise<User> =>
    (await withCounts([await requireResource<User>(db, 'user', id)]))[0] ?? {}

  return {
    listUsers: (input, call) => pages({ endpoint: listUsers, kind: 'user', input, call }, withCounts),
    getUser: ({ user_id }) => whole(user_id),

    createUser: async (input) => {
      const user_id = newId('user')
      const description = userDescription(user_id, { ...input, user_id })
      await asChange(db, (transaction, changed) => addResource(transaction, 'user', description, changed))
      return whole(user_id)
    },

    updateUser: async ({ user_id, ...fields }) => {
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      if (Object.keys(given).length === 0) {
        throw new Problem('COM0009', 'Nothing to change: name at least one field of the user')
      }
      await asChange(db, async (transaction, changed) => {
        const { content } = await requireResource<User>(transaction, 'user', user_id)
        const user = { ...content, ...given }
        await saveResource(transaction, 'user', userDescription(user_id, user), changed)
        const owned = await devicesOf(transaction, user_id)
        await lockDevices(
          transaction,
          owned.map(({ pk }) => pk),
        )
        for (const { pk, device_id } of owned) {
          const { record } = await requireRecord(transaction, device_id)
          await saveDevice(transaction, pk, { record, edited: userFieldsOf(user_id, user) }, changed)
        }
      })
      return whole(user_id)
    },

    deleteUser: ({ user_id }) =>
      asChange(db, async (transaction) => {
        const { pk } = await requireResource(transaction, 'user', user_id)
        const owned = await devicesOf(transaction, user_id)
        if (owned.length > 0) {
          throw new Problem('COM0015', `The user ${user_id} has ${owned.length} devices: reassign them first`)
        }
        await removeResource(transaction, pk)
        return {}
      }),
  }
}

const devicesOf = (db: Kysely<DeviceTables>, userId: string) =>
  db.selectFrom('device').select(['pk', 'device_id']).where('user_id', '=', userId).orderBy('pk').execute()
