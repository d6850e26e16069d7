import type { Kysely, Selectable } from 'kysely'
import { confirmedForMinutes } from '#contract/console/account.ts'
import type { authenticate } from '#contract/desktop/authentication.ts'
import type { Input } from '#contract/endpoint.ts'
import type { SignedIn } from '#contract/session.ts'
import type { Owner } from '#platform/console.ts'
import { ifPossible } from '#platform/database/failure.ts'
import { foldedName, hashOf, newId } from '#platform/digest.ts'
import type { Seal } from '#platform/seal.ts'
import type { ProxyTables } from '#proxy/tables.ts'

/** Whom a password is asked of: the name as it was typed, and the directory that knows it. */
export type Login = Pick<Input<typeof authenticate>, 'username' | 'auth_type' | 'domainName'>
/** Between password and one-time code: which attempt of the server the code belongs to. */
export type CodeStep = {
  uid: string
  /** Our own name of the attempt: a server may call all attempts of a person the same. */
  challenge: string
  message: string
}
type AwaitingOtp = CodeStep & {
  kind: 'otp'
  login: Login
  rememberDays: number
  enrollment?: { secret: string; address: string }
}
type Active = {
  kind: 'signed-in'
  user: SignedIn['user']
  /** The server's number of the account, whatever name it goes by; of password and identity provider alike. */
  userId?: string | undefined
}
/** `token` is what desktop management issued to them; `confirming` while a code is still to prove that it is them. */
export type ByPassword = Active & {
  by: 'password'
  token: string
  login: Login
  confirming?: (CodeStep & { until: number }) | undefined
}
/** `grant` names what they granted the console at the identity provider. */
export type ByCloud = Active & { by: 'cloud'; grant: string }
/** Somebody is signed in, or on the way to it. */
export type Session = AwaitingOtp | ByPassword | ByCloud
/** A session as it stands in the database. */
export type LiveSession = Session & {
  /** Names it in the database and in lists; it is no key to it. */
  hash: string
  site: string
  /** Whose sessions belong together. */
  owner: string
  startedAt: number
  seenAt: number
  expiresAt: number
  /** Until when the person need not prove again who they are; epoch milliseconds. */
  confirmedUntil: number
  address: string
  agent: string
}
/** Where a session begins, for the person to recognize it by. */
export type Whence = { site: string; address: string; agent: string }

const minute = 60_000
export const idleMs = 30 * minute
const longestMs = { otp: 10 * minute, 'signed-in': 12 * 60 * minute }
export const confirmedForMs = confirmedForMinutes * minute
/** How exactly idle time is kept; not every request needs a write. */
const seenEveryMs = 10_000

type Row = Selectable<ProxyTables['proxy_session']>
export type Sessions = ReturnType<typeof sessionStore>

/** Sessions live in the database: a restart signs nobody out, and several processes may share them. */
export function sessionStore(database: Kysely<ProxyTables>, seal: Seal) {
  const sealed = (hash: string, session: Session) => ({
    kind: session.kind,
    sealed: seal.close(JSON.stringify(session), sealedFor(hash, session.kind)),
  })
  /** What the row holds, as long as it is alive and nobody else than us has changed it. */
  const storedIn = (row: Row): Session | undefined => {
    const now = Date.now()
    if (row.expires_at <= now || row.seen_at <= now - idleMs) return undefined
    try {
      return JSON.parse(seal.open(row.sealed, sealedFor(row.id_hash, row.kind))) as Session
    } catch {
      return undefined
    }
  }
  const opened = (row: Row): LiveSession | undefined => {
    const session = storedIn(row)
    return session && { ...session, ...factsOf(row) }
  }
  const rowOf = (hash: string) =>
    database.selectFrom('proxy_session').selectAll().where('id_hash', '=', hash).executeTakeFirst()
  const isSession = (session: LiveSession | undefined) => session !== undefined
  /** Sessions of somebody, the newest first. */
  const ofOwner = async (owner: string): Promise<LiveSession[]> => {
    const mine = database.selectFrom('proxy_session').selectAll().where('owner', '=', owner)
    const rows = await mine.where('kind', '=', 'signed-in').orderBy('started_at', 'desc').execute()
    return rows.map(opened).filter(isSession)
  }

  return {
    end: async (hash: string | undefined) => {
      if (hash) await database.deleteFrom('proxy_session').where('id_hash', '=', hash).execute()
    },

    /** A new session under a new id, which only the cookie keeps. The old one is dead before the new one lives. */
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

    ofOwner,
    /** The session in whose name something is done for somebody. */
    findOf: async ({ site, owner, session }: Owner) =>
      (await ofOwner(owner)).find((one) => one.site === site && (session === undefined || one.hash === session)),

    /** Ends sessions of somebody, all or the one of this hash, and tells which. */
    endOf: async (owner: string, hash?: string): Promise<LiveSession[]> => {
      const mine = database.deleteFrom('proxy_session').where('owner', '=', owner)
      const rows = await (hash ? mine.where('id_hash', '=', hash) : mine).returningAll().execute()
      return rows.map(opened).filter(isSession)
    },

    /** Changes what a session holds; what somebody else changes at the same moment stays changed, too. */
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

    /** The person has just proved who they are, where no new id can be handed out (decision 080). */
    confirm: async (hash: string) => {
      const confirmed_until = Date.now() + confirmedForMs
      await database.updateTable('proxy_session').set({ confirmed_until }).where('id_hash', '=', hash).execute()
      return confirmed_until
    },

    /** The same, under a new id: the old one is dead. Undefined where the session has ended meanwhile. */
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

const factsOf = (row: Row) => ({
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
const sealedFor = (hash: string, kind: string) => `${kind} ${hash}`

/** Whose sessions belong together: one account of one site, however its name was typed. */
export function ownerOf(site: string, session: Session): string {
  if (session.kind === 'otp') return `${site} login ${loginKey(session.login)}`
  return session.userId ? `${site} user ${session.userId}` : `${site} name ${foldedName(session.user.name)}`
}

/** One name of one directory, however it is typed. */
export const loginKey = ({ username, domainName = '' }: Login) => `${foldedName(domainName)}\\${foldedName(username)}`
