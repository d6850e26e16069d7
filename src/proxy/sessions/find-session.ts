import { type Kysely, sql } from 'kysely'
import type { Owner } from '#platform/console.ts'
import { ifPossible } from '#platform/database/failure.ts'
import { readTogether } from '#platform/database/read-together.ts'
import { hashOf } from '#platform/digest.ts'
import type { Seal } from '#platform/seal.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { type SessionRow, sessionOpener } from './open-session.ts'
import type { LiveSession } from './session.ts'

/** Precision of idle time, to avoid a write per request. */
const seenEveryMs = 10_000

/** Sessions are read from the database: they survive restarts and are shared between processes. */
export function sessionReader(database: Kysely<ProxyTables>, seal: Seal) {
  const { storedIn, opened } = sessionOpener(seal)
  const rowOf = readTogether(async (hashes) => {
    // Raw SQL: building the query for each call would cost more than reading the row.
    const wanted = sql<SessionRow>`select * from proxy_session where id_hash in (${sql.join(hashes)})`
    const { rows } = await wanted.execute(database)
    return new Map(rows.map((row) => [row.id_hash, row]))
  })
  /** An owner's sessions, newest first. */
  const ofOwner = async (owner: string): Promise<LiveSession[]> => {
    const mine = database.selectFrom('proxy_session').selectAll().where('owner', '=', owner)
    const rows = await mine.where('kind', '=', 'signed-in').orderBy('started_at', 'desc').execute()
    return rows.map(opened).filter(isSession)
  }

  return {
    storedIn,
    opened,
    rowOf,
    ofOwner,

    /** Finds the session of a cookie and updates its last use. */
    find: async (id: string | undefined, site: string): Promise<LiveSession | undefined> => {
      if (!id) return undefined
      const row = await rowOf(hashOf(id))
      const session = row && row.site === site ? opened(row) : undefined
      if (!session) return undefined
      const now = Date.now()
      if (now - session.seenAt >= seenEveryMs) {
        // Of concurrent calls only one writes; the condition excludes the others.
        const due = database.updateTable('proxy_session').set({ seen_at: now }).where('id_hash', '=', session.hash)
        await ifPossible(due.where('seen_at', '<=', now - seenEveryMs).execute())
      }
      return session
    },

    /** The session used for calls on behalf of a user. */
    findOf: async ({ site, owner, session }: Owner) =>
      (await ofOwner(owner)).find((one) => one.site === site && (session === undefined || one.hash === session)),
  }
}

export const isSession = (session: LiveSession | undefined) => session !== undefined
