import type { Kysely } from 'kysely'
import { confirmedForMinutes } from '#contract/console/account.ts'
import { hashOf, newId } from '#platform/digest.ts'
import type { Seal } from '#platform/seal.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { isSession, sessionReader } from './find-session.ts'
import { factsOf, idleMs, sealedFor } from './open-session.ts'
import { type LiveSession, ownerOf, type Session, type Whence } from './session.ts'

const minute = 60_000
const longestMs = { otp: 10 * minute, 'signed-in': 12 * 60 * minute }
export const confirmedForMs = confirmedForMinutes * minute

export type Sessions = ReturnType<typeof sessionStore>

/** Creates, changes, ends and finds sessions. */
export function sessionStore(database: Kysely<ProxyTables>, seal: Seal) {
  const sealed = (hash: string, session: Session) => ({
    kind: session.kind,
    sealed: seal.close(JSON.stringify(session), sealedFor(hash, session.kind)),
  })
  const { storedIn, opened, rowOf, ofOwner, find, findOf } = sessionReader(database, seal)

  return {
    find,
    findOf,
    ofOwner,

    end: async (hash: string | undefined) => {
      if (hash) await database.deleteFrom('proxy_session').where('id_hash', '=', hash).execute()
    },

    /** Starts a session with a new ID, which only the cookie contains. A replaced session is deleted first. */
    start: async (session: Session, { site, address, agent }: Whence, replaces?: string) => {
      const now = Date.now()
      await database
        .deleteFrom('proxy_session')
        .where((row) =>
          row.or([
            row('expires_at', '<=', now),
            row('seen_at', '<=', now - idleMs),
            ...(replaces ? [row('id_hash', '=', replaces)] : []),
          ]),
        )
        .execute()
      const id = newId()
      const hash = hashOf(id)
      await database
        .insertInto('proxy_session')
        .values({
          id_hash: hash,
          site,
          owner: ownerOf(site, session),
          ...sealed(hash, session),
          started_at: now,
          seen_at: now,
          expires_at: now + longestMs[session.kind],
          confirmed_until: 0,
          address,
          agent: agent.slice(0, 300),
        })
        .execute()
      return id
    },

    /** Ends all of an owner's sessions, or the one with this hash, and returns them. */
    endOf: async (owner: string, hash?: string): Promise<LiveSession[]> => {
      const mine = database.deleteFrom('proxy_session').where('owner', '=', owner)
      const rows = await (hash ? mine.where('id_hash', '=', hash) : mine).returningAll().execute()
      return rows.map(opened).filter(isSession)
    },

    /** Changes the contents of a session, retrying on concurrent changes. */
    change: async (hash: string, changed: (session: Session) => Session): Promise<LiveSession | undefined> => {
      for (;;) {
        const row = await rowOf(hash)
        const session = row && storedIn(row)
        if (!session) return undefined
        const next = changed(session)
        const { numUpdatedRows } = await database
          .updateTable('proxy_session')
          .set(sealed(hash, next))
          .where('id_hash', '=', hash)
          .where('sealed', '=', row.sealed)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) return { ...next, ...factsOf(row) }
      }
    },

    /** Records a confirmation without a new session ID, where none can be sent (decision 080). */
    confirm: async (hash: string) => {
      const confirmed_until = Date.now() + confirmedForMs
      await database.updateTable('proxy_session').set({ confirmed_until }).where('id_hash', '=', hash).execute()
      return confirmed_until
    },

    /** Records a confirmation under a new session ID. Undefined if the session has ended meanwhile. */
    confirmAnew: async (hash: string, changed: (session: Session) => Session) => {
      const id = newId()
      const until = Date.now() + confirmedForMs
      const done = await database.transaction().execute(async (transaction) => {
        const old = transaction.deleteFrom('proxy_session').where('id_hash', '=', hash)
        const row = await old.returningAll().executeTakeFirst()
        const session = row && storedIn(row)
        if (!session) return false
        const id_hash = hashOf(id)
        const next = { ...row, id_hash, ...sealed(id_hash, changed(session)), confirmed_until: until }
        await transaction.insertInto('proxy_session').values(next).execute()
        return true
      })
      return done ? { id, until } : undefined
    },
  }
}
