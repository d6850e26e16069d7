import type { Kysely, Selectable } from 'kysely'
import type { Owner } from '#platform/console.ts'
import { ifPossible } from '#platform/database/failure.ts'
import { hashOf } from '#platform/digest.ts'
import type { Seal } from '#platform/seal.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import type { LiveSession, Session } from './session.ts'

export const idleMs = 30 * 60_000
/** How exactly idle time is kept; not every request needs a write. */
const seenEveryMs = 10_000

export type SessionRow = Selectable<ProxyTables['proxy_session']>

/** Sessions as they stand in the database: a restart signs nobody out, and several processes share them. */
export function sessionReader(database: Kysely<ProxyTables>, seal: Seal) {
  /** What the row holds, as long as it is alive and nobody else than us has changed it. */
  const storedIn = (row: SessionRow): Session | undefined => {
    const now = Date.now()
    if (row.expires_at <= now || row.seen_at <= now - idleMs) return undefined
    try {
      return JSON.parse(seal.open(row.sealed, sealedFor(row.id_hash, row.kind))) as Session
    } catch {
      return undefined
    }
  }
  const opened = (row: SessionRow): LiveSession | undefined => {
    const session = storedIn(row)
    return session && { ...session, ...factsOf(row) }
  }
  const rowOf = (hash: string) =>
    database.selectFrom('proxy_session').selectAll().where('id_hash', '=', hash).executeTakeFirst()
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
/** What a sealed session is bound to: it opens nowhere else. */
export const sealedFor = (hash: string, kind: string) => `${kind} ${hash}`

export const factsOf = (row: SessionRow) => ({
  hash: row.id_hash,
  site: row.site,
  owner: row.owner,
  startedAt: row.started_at,
  seenAt: row.seen_at,
  expiresAt: row.expires_at,
  confirmedUntil: row.confirmed_until,
  address: row.address,
  agent: row.agent,
})
