import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SignedIn } from '#contract/session.ts'
import type { Seal } from './seal.ts'
import type { ProxyTables } from './tables.ts'

/** Between password and one-time code: which attempt the code belongs to (M35). */
type AwaitingOtp = {
  kind: 'otp'
  uid: string
  account: string
  message: string
  rememberDays: number
  enrolment?: { secret: string; address: string }
}
type Active = { kind: 'signed-in'; user: SignedIn['user'] }
/** `token` is what desktop management issued to them. */
type ByPassword = Active & { by: 'password'; token: string }
/** `grant` names what they granted the console at the identity provider. */
type ByCloud = Active & { by: 'cloud'; grant: string }
/** Somebody is signed in, or on the way to it. */
export type Session = AwaitingOtp | ByPassword | ByCloud
/** A session as it stands in the database. */
export type LiveSession = Session & {
  /** Names it in the database and in lists; it is no key to it. */
  hash: string
  site: string
  /** Until when the person need not prove again who they are; epoch milliseconds. */
  confirmedUntil: number
}
/** Where a session begins, for the person to recognise it by. */
export type Whence = { site: string; address: string; agent: string }

const minute = 60_000
const idleMs = 30 * minute
const longestMs = { otp: 10 * minute, 'signed-in': 12 * 60 * minute }
/** How exactly idle time is kept; not every request needs a write. */
const seenEveryMs = 10_000

export type Sessions = ReturnType<typeof sessionStore>

/** Sessions live in the database: a restart signs nobody out, and several processes may share them. */
export function sessionStore(database: Kysely<ProxyTables>, seal: Seal) {
  const end = async (hash: string | undefined) => {
    if (hash) await database.deleteFrom('proxy_session').where('id_hash', '=', hash).execute()
  }
  return {
    end,

    /** A new session under a new id, which only the cookie keeps. The old one is dead before the new one lives. */
    start: async (session: Session, { site, address, agent }: Whence, replaces?: string) => {
      await end(replaces)
      const now = Date.now()
      await database
        .deleteFrom('proxy_session')
        .where((row) => row.or([row('expires_at', '<=', now), row('seen_at', '<=', now - idleMs)]))
        .execute()
      const id = randomBytes(32).toString('base64url')
      const hash = hashOf(id)
      const { kind } = session
      await database
        .insertInto('proxy_session')
        .values({
          id_hash: hash,
          kind,
          site,
          owner: ownerOf(site, session),
          sealed: seal.close(JSON.stringify(session), sealedFor(hash, kind)),
          started_at: now,
          seen_at: now,
          expires_at: now + longestMs[kind],
          confirmed_until: 0,
          address,
          agent: agent.slice(0, 300),
        })
        .execute()
      return id
    },

    find: async (id: string | undefined, site: string): Promise<LiveSession | undefined> => {
      if (!id) return undefined
      const hash = hashOf(id)
      const row = await database
        .selectFrom('proxy_session')
        .selectAll()
        .where('id_hash', '=', hash)
        .where('site', '=', site)
        .executeTakeFirst()
      const now = Date.now()
      if (!row || row.expires_at <= now || row.seen_at <= now - idleMs) return undefined
      if (now - row.seen_at >= seenEveryMs) {
        // One of the calls that come together writes; the others find it written.
        const due = database.updateTable('proxy_session').set({ seen_at: now }).where('id_hash', '=', hash)
        await due.where('seen_at', '<=', now - seenEveryMs).execute()
      }
      try {
        const session = JSON.parse(seal.open(row.sealed, sealedFor(hash, row.kind))) as Session
        return { ...session, hash, site, confirmedUntil: row.confirmed_until }
      } catch {
        return undefined // changed by somebody else than us
      }
    },
  }
}

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')
const sealedFor = (hash: string, kind: string) => `${kind} ${hash}`

/** Whose sessions belong together: one account of one site, however its name was typed. */
export const ownerOf = (site: string, session: Session) =>
  `${site} ${foldedName(session.kind === 'otp' ? session.account : session.user.name)}`
export const foldedName = (account: string) => account.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
