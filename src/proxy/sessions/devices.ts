import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hashOf, newId } from '#platform/digest.ts'
import type { Seal } from '#platform/seal.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { CookieChanges } from '#proxy/http/cookies.ts'
import type { Caller } from '#proxy/local-endpoints.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { type Login, loginKey } from './session.ts'

type Row = ProxyTables['proxy_device']
type DeviceCookie = CookieChanges['device']
/** State of the device cookie at sign-in. */
type CookieState =
  | { is: 'nothing' | 'copied' }
  /** The server skips the one-time code for this `token`. */
  | { is: 'remembered'; row: Row; token: string }

const dayMs = 24 * 60 * 60_000

/** Remembered browsers: the server's token is stored here, the browser has only a cookie. */
export function deviceStore(database: Kysely<ProxyTables>, seal: Seal) {
  const forgetFamily = (family: string) => database.deleteFrom('proxy_device').where('family', '=', family).execute()

  const insert = async (
    into: Kysely<ProxyTables>,
    known: Omit<Row, 'id_hash' | 'sealed'>,
    token: string,
  ): Promise<DeviceCookie> => {
    const value = newId()
    const id_hash = hashOf(value)
    await into
      .insertInto('proxy_device')
      .values({ ...known, id_hash, sealed: seal.close(token, sealedFor(id_hash)) })
      .execute()
    return { value, maxAgeSeconds: Math.ceil((known.expires_at - Date.now()) / 1000) }
  }
  const tokenIn = ({ id_hash, sealed }: Row) => {
    try {
      return seal.open(sealed, sealedFor(id_hash))
    } catch {
      return undefined // modified outside the product: the code is required
    }
  }

  return {
    /** Presenting a rotated cookie means that it was copied: the browser is forgotten on both sides. */
    shown: async ({ cookies, site }: Caller, login: Login): Promise<CookieState> => {
      const row =
        cookies.device &&
        (await database
          .selectFrom('proxy_device')
          .selectAll()
          .where('id_hash', '=', hashOf(cookies.device))
          .where('expires_at', '>', Date.now())
          .executeTakeFirst())
      if (!row) return { is: 'nothing' }
      if (row.replaced) {
        await forgetFamily(row.family)
        return { is: 'copied' }
      }
      const token = row.login === keyOf(site, login) ? tokenIn(row) : undefined
      return token === undefined ? { is: 'nothing' } : { is: 'remembered', row, token }
    },

    remember: async (owner: string, login: Login, { site, agent }: Caller, days: number, token: string) => {
      const now = Date.now()
      await database.deleteFrom('proxy_device').where('expires_at', '<=', now).execute()
      const facts = { owner, login: keyOf(site, login), agent: agent.slice(0, 300) }
      const times = { remembered_at: now, used_at: now, expires_at: now + days * dayMs }
      return insert(database, { ...facts, ...times, family: randomUUID(), replaced: 0 }, token)
    },

    /** Rotates the cookie; undefined if another request already rotated it, so that one of the two is a copy. */
    rotate: async ({ id_hash, ...row }: Row, token: string): Promise<DeviceCookie> => {
      const next = await database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('proxy_device')
          .set({ replaced: 1, sealed: '' })
          .where('id_hash', '=', id_hash)
          .where('replaced', '=', 0)
          .executeTakeFirst()
        return numUpdatedRows > 0n ? insert(transaction, { ...row, used_at: Date.now() }, token) : undefined
      })
      if (!next) await forgetFamily(row.family)
      return next
    },

    forgetFamily,

    /** An owner's remembered browsers, most recently used first. */
    ofOwner: (owner: string) =>
      database
        .selectFrom('proxy_device')
        .selectAll()
        .where('owner', '=', owner)
        .where('replaced', '=', 0)
        .where('expires_at', '>', Date.now())
        .orderBy('used_at', 'desc')
        .execute(),

    /** Forgets all of an owner's browsers, or one; returns whether any was found. */
    forgetOf: async (owner: string, family?: string) => {
      const mine = database.deleteFrom('proxy_device').where('owner', '=', owner)
      const { numDeletedRows } = await (family ? mine.where('family', '=', family) : mine).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

const keyOf = ({ name }: Site, login: Login) => `${name} ${loginKey(login)}`
const sealedFor = (hash: string) => `device ${hash}`
