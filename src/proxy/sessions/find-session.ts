import { type Kysely, sql } from 'kysely'
import type { Owner } from '#platform/console.ts'
import { ifPossible } from '#platform/database/failure.ts'
import { readTogether } from '#platform/database/read-together.ts'
import { hashOf } from '#platform/digest.ts'
import type { Seal } from '#platform/seal.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { type SessionRow, sessionOpener } from './open-session.ts'
import type { LiveSession } from './session.ts'

/** How exactly idle time is kept; not every request needs a write. */
const seenEveryMs = 10_000

/** Sessions as they stand in the database: a restart signs nobody out, and several processes share them. */
export function sessionReader(database: Kysely<ProxyTables>, seal: Seal) {
  const { storedIn, opened } = sessionOpener(seal)
  const rowOf = readTogether(async (hashes) => {
    // As text: building the statement anew for each call would cost more than reading the row.
    const wanted = sql<SessionRow>`select * from proxy_session where id_hash in (${sql.join(hashes)})`
    const { rows } = await wanted.execute(database)
    return new Map(rows.map((row) => [row.id_hash, row]))
  })
  /** Sessions of somebody, the newest first. */
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

    /** The session of a cookie, which is in use from now on. */
    find: async (id: string | undefined, site: string): Promise<LiveSession | undefined> => {
      if (!id) return undefined
      const row = await rowOf(hashOf(id))
      const session = row && row.site === site ? opened(row) : undefined
      if (!session) return undefined
      const now = Date.now()
      if (now - session.seenAt >= seenEveryMs) {
        // One of the calls that come together writes; the others find it written.
        const due = database.updateTable('proxy_session').set({ seen_at: now }).where('id_hash', '=', session.hash)
        await ifPossible(due.where('seen_at', '<=', now - seenEveryMs).execute())
      }
      return session
    },

    /** The session in whose name something is done for somebody. */
    findOf: async ({ site, owner, session }: Owner) =>
      (await ofOwner(owner)).find((one) => one.site === site && (session === undefined || one.hash === session)),
  }
}

export const isSession = (session: LiveSession | undefined) => session !== undefined
