import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SignedIn } from '#contract/session.ts'
import type { Seal } from './seal.ts'
import type { ProxyTables } from './tables.ts'

/** Between password and one-time code: which attempt the code belongs to (M35). */
type AwaitingOtp = { kind: 'otp'; uid: string; account: string; message: string; rememberDays: number }
/** Somebody is signed in; `token` is what desktop management issued to them. */
type Active = { kind: 'signed-in'; token: string; user: SignedIn['user'] }
export type Session = AwaitingOtp | Active

const minute = 60_000
const idleMs = 30 * minute
const longestMs = { otp: 10 * minute, 'signed-in': 12 * 60 * minute }
/** How exactly idle time is kept; not every request needs a write. */
const seenEveryMs = 10_000

export type Sessions = ReturnType<typeof sessionStore>

/** Sessions live in the database: a restart signs nobody out, and several processes may share them. */
export function sessionStore(database: Kysely<ProxyTables>, seal: Seal) {
  const end = async (id: string | undefined) => {
    if (id) await database.deleteFrom('proxy_session').where('id_hash', '=', hashOf(id)).execute()
  }
  return {
    end,

    /** A new session under a new id, which only the cookie keeps. The old one is dead before the new one lives. */
    start: async (session: Session, replaces?: string) => {
      await end(replaces)
      const now = Date.now()
      await database
        .deleteFrom('proxy_session')
        .where((row) => row.or([row('expires_at', '<=', now), row('seen_at', '<=', now - idleMs)]))
        .execute()
      const id = randomBytes(32).toString('base64url')
      const hash = hashOf(id)
      const { kind } = session
      const sealed = seal.close(JSON.stringify(session), ownerOf(hash, kind))
      const expires_at = now + longestMs[kind]
      await database
        .insertInto('proxy_session')
        .values({ id_hash: hash, kind, sealed, seen_at: now, expires_at })
        .execute()
      return id
    },

    find: async (id: string | undefined): Promise<Session | undefined> => {
      if (!id) return undefined
      const hash = hashOf(id)
      const row = await database.selectFrom('proxy_session').selectAll().where('id_hash', '=', hash).executeTakeFirst()
      const now = Date.now()
      if (!row || row.expires_at <= now || row.seen_at <= now - idleMs) return undefined
      if (now - row.seen_at >= seenEveryMs) {
        // One of the calls that come together writes; the others find it written.
        const due = database.updateTable('proxy_session').set({ seen_at: now }).where('id_hash', '=', hash)
        await due.where('seen_at', '<=', now - seenEveryMs).execute()
      }
      try {
        return JSON.parse(seal.open(row.sealed, ownerOf(hash, row.kind))) as Session
      } catch {
        return undefined // changed by somebody else than us
      }
    },
  }
}

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')
const ownerOf = (hash: string, kind: string) => `${kind} ${hash}`
