import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { maxCalendarFeeds } from '#contract/console/calendars/calendar-feeds.ts'
import type { Owner } from '#platform/console.ts'
import { changeAlone } from '#platform/database/differences.ts'
import { hashOf, newId } from '#platform/digest.ts'
import type { Seal } from '#platform/seal.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { CalendarTables } from './tables.ts'

export type Feed = Selectable<CalendarTables['console_calendar_feed']>
export type FeedStore = ReturnType<typeof feedStore>
type SessionCredential = { session: string; credential: string }

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'
const randomName = () => Array.from({ length: 16 }, () => digits[randomInt(digits.length)]).join('')
/** Limits writes for frequently read feeds. */
const notedEveryMs = 10_000

/** Stored calendar feeds. Revocation takes effect in all processes. */
export function feedStore(database: Kysely<ConsoleTables>, seal: Seal, clock: () => number) {
  const placeOf = (id: string) => `calendar feed ${id}`
  const ofOne = (id: string) => database.updateTable('console_calendar_feed').where('id', '=', id)

  return {
    /** Undefined if the account has reached its limit. */
    create: (of: Pick<Feed, 'site' | 'owner' | 'user_name' | 'name'>, kept: SessionCredential) => {
      const [id, password] = [randomName(), newId()]
      const values = {
        ...of,
        id,
        password_hash: hashOf(password),
        session: kept.session,
        credential: seal.close(kept.credential, placeOf(id)),
        created_at: clock(),
        fetched_at: 0,
        fetched_from: '',
        why: '',
      }
      return changeAlone(database, 'console_calendar_feed', async (transaction) => {
        const { count } = await transaction
          .selectFrom('console_calendar_feed')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('site', '=', of.site)
          .where('owner', '=', of.owner)
          .executeTakeFirstOrThrow()
        if (count >= maxCalendarFeeds) return undefined
        await transaction.insertInto('console_calendar_feed').values(values).execute()
        return { id, password }
      })
    },

    ofOwner: ({ site, owner }: Owner): Promise<Feed[]> =>
      database
        .selectFrom('console_calendar_feed')
        .selectAll()
        .where('site', '=', site)
        .where('owner', '=', owner)
        .orderBy('created_at')
        .execute(),

    /** False if the account has no such feed. */
    revoke: async (id: string, { site, owner }: Owner): Promise<boolean> => {
      const removing = database.deleteFrom('console_calendar_feed').where('id', '=', id)
      const { numDeletedRows } = await removing.where('site', '=', site).where('owner', '=', owner).executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** The feed, if the password is correct. */
    opened: async (id: string, password: string): Promise<Feed | undefined> => {
      const feeds = database.selectFrom('console_calendar_feed').selectAll()
      const feed = await feeds.where('id', '=', id).executeTakeFirst()
      const given = Buffer.from(hashOf(password))
      const isRight = timingSafeEqual(Buffer.from(feed?.password_hash ?? hashOf(newId())), given)
      return isRight ? feed : undefined
    },
    credentialOf: ({ id, credential }: Feed) => (credential === '' ? undefined : seal.open(credential, placeOf(id))),
    renew: async ({ id }: Feed, { session, credential }: SessionCredential) => {
      await ofOne(id)
        .set({ session, credential: seal.close(credential, placeOf(id)) })
        .execute()
    },

    /** Removes the credential of this session; that of a newer one is kept. */
    forgetCredential: async ({ id }: Feed, session: string) => {
      await ofOne(id).where('session', '=', session).set({ session: '', credential: '' }).execute()
    },
    isThere: async ({ id }: Feed): Promise<boolean> => {
      const feeds = database.selectFrom('console_calendar_feed').select('id').where('id', '=', id)
      return (await feeds.executeTakeFirst()) !== undefined
    },

    /** Records the result of the last read. */
    note: async ({ id, why, fetched_at }: Feed, found: Pick<Feed, 'why'> & { from?: string }) => {
      const now = clock()
      const isFetch = found.from !== undefined
      const isKnown = found.why === why && (!isFetch || Math.abs(now - fetched_at) < notedEveryMs)
      if (isKnown) return
      await ofOne(id)
        .set({ why: found.why, ...(isFetch && { fetched_at: now, fetched_from: found.from }) })
        .execute()
    },

    /** After signing out everywhere or a credential change, the creator of the feeds may not be the account's owner. */
    revokeAll: async (owner: string) => {
      await database.deleteFrom('console_calendar_feed').where('owner', '=', owner).execute()
    },
  }
}
