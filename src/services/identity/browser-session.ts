import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Kysely } from 'kysely'
import { identityCookie } from '#contract/identity/pages.ts'
import { ifPossible } from '#platform/database/failure.ts'
import type { Account } from '#services/desktop/accounts.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import { randomSecret, sha256 } from '#services/secret.ts'
import type { IdentityTables } from './tables.ts'

const minuteMs = 60_000
const idleMs = 30 * minuteMs
const longestMs = 12 * 60 * minuteMs
/** Resolution of idle time, to avoid a write per request. */
const usedEveryMs = 10_000

/** A browser session; `id` is known only to its cookie. */
export type Visitor = { id: string; account?: Account }
export type BrowserSessions = ReturnType<typeof browserSessions>

/** SameSite=Lax: sent with navigation from other sites, not with their forms. */
const keep = (context: Context, id: string) =>
  setCookie(context, identityCookie, id, { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })

/** CSRF token of a browser's forms, which requires knowledge of its cookie. */
export const formToken = ({ id }: Visitor) => sha256(`form ${id}`)

export function belongsTo(visitor: Visitor, token: string): boolean {
  const [wanted, given] = [Buffer.from(formToken(visitor)), Buffer.from(token)]
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

export function browserSessions(db: Kysely<IdentityTables & DesktopTables>) {
  const end = (id: string) => db.deleteFrom('identity_session').where('hash', '=', sha256(id)).execute()

  async function accountOf(id: string): Promise<Account | undefined> {
    const [hash, now] = [sha256(id), Date.now()]
    const row = await db
      .selectFrom('identity_session')
      .innerJoin('account', 'account.id', 'identity_session.account_id')
      .selectAll('account')
      .select('identity_session.used_at')
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .where('used_at', '>', now - idleMs)
      .where('account.disabled', '=', 0)
      .executeTakeFirst()
    if (!row) return undefined
    const { used_at, ...account } = row
    if (now - used_at >= usedEveryMs) {
      await ifPossible(db.updateTable('identity_session').set({ used_at: now }).where('hash', '=', hash).execute())
    }
    return account
  }

  return {
    /** The browser session of a request; created if there is no cookie. */
    async visitor(context: Context): Promise<Visitor> {
      const known = getCookie(context, identityCookie)
      const id = known && /^[\w-]{43}$/.test(known) ? known : randomSecret()
      if (id !== known) keep(context, id)
      const account = await accountOf(id)
      return { id, ...(account && { account }) }
    },

    /** Uses a new ID, to prevent session fixation. */
    async start(context: Context, before: Visitor, account: Account) {
      await end(before.id)
      const [id, now] = [randomSecret(), Date.now()]
      await db
        .insertInto('identity_session')
        .values({ hash: sha256(id), account_id: account.id, used_at: now, expires_at: now + longestMs })
        .execute()
      keep(context, id)
    },

    async end(context: Context, { id }: Visitor) {
      await end(id)
      keep(context, randomSecret())
    },
  }
}

export const purgeSessions = (db: Kysely<IdentityTables>) =>
  db
    .deleteFrom('identity_session')
    .where((row) => row.or([row('expires_at', '<=', Date.now()), row('used_at', '<=', Date.now() - idleMs)]))
    .execute()
