import { isIP, SocketAddress } from 'node:net'
import type { Kysely, Transaction } from 'kysely'
import type { KeyPermission } from '#contract/keys/api-keys.ts'
import { Problem } from '#contract/problem.ts'
import { ifPossible } from '#platform/database/failure.ts'
import { randomSecret, sha256 } from '#services/secret.ts'
import { nextNumber } from './sequence.ts'
import type { KeyTables } from './tables.ts'

/** User of an API key. */
export type KeyHolder = { id: number; username: string; permissions: readonly string[] }

const loopback = '127.0.0.1'
const usedEveryMs = 60_000

/** Canonical form of a host address; undefined if invalid. All addresses of this machine are equivalent. */
export function hostAddress(text: string): string | undefined {
  const [plain = ''] = text.split('%') // without the zone ID of a link-local address
  const family = isIP(plain)
  if (family === 0) return undefined
  if (family === 4) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  return mapped ?? (address === '::1' ? loopback : address)
}

/** Holder of an API key. Looked up by hash, which avoids timing attacks. */
export async function holderOf(db: Kysely<KeyTables>, key: string, from: string): Promise<KeyHolder> {
  const row = await db
    .selectFrom('key_api_key')
    .select(['id', 'name', 'address', 'permission', 'created_by', 'created_at', 'used_at'])
    .where('hash', '=', sha256(key))
    .executeTakeFirst()
  if (!row || hasExpired(row)) throw new Problem('INVALID_AUTHTOKEN')
  if (row.address !== anyHost && row.address !== hostAddress(from)) {
    throw new Problem('INVALID_AUTHTOKEN', 'This AUTHTOKEN is tied to another host')
  }
  const now = Date.now()
  if (now - (row.used_at ?? 0) >= usedEveryMs) {
    await ifPossible(db.updateTable('key_api_key').set({ used_at: now }).where('id', '=', row.id).execute())
  }
  return { id: row.id, username: row.created_by, permissions: [row.permission ?? everything] }
}

type NewKey = {
  name: string
  address: string
  username: string
  key?: string | undefined
  permission?: KeyPermission | undefined
}
const everything = 'KeyManagement_Admin' satisfies KeyPermission

/** Creates a key, of which only the hash is stored. */
export async function issueKey(
  transaction: Transaction<KeyTables>,
  { name, address, username, key = randomSecret(), permission = everything }: NewKey,
) {
  const id = await nextNumber(transaction, 'api-key')
  await transaction
    .insertInto('key_api_key')
    .values({
      id,
      name,
      hash: sha256(key),
      address,
      permission,
      created_by: username,
      created_at: Date.now(),
      used_at: null,
    })
    .execute()
  return { id, key }
}

/** Replaces the key's value; the old one is invalid at once. */
export async function renewKey(transaction: Transaction<KeyTables>, id: number) {
  const key = randomSecret()
  await transaction
    .updateTable('key_api_key')
    .set({ hash: sha256(key), used_at: null })
    .where('id', '=', id)
    .execute()
  return key
}

/** Creates the first key; undefined if there ever was one. */
export const issueFirstKey = (db: Kysely<KeyTables>, key: string | undefined): Promise<string | undefined> =>
  db.transaction().execute(async (transaction) => {
    const given = await transaction
      .selectFrom('key_sequence')
      .select('last')
      .where('name', '=', 'api-key')
      .executeTakeFirst()
    if (given) return undefined
    return (await issueKey(transaction, { name: 'first', address: loopback, username: 'admin', key })).key
  })

/** Reserved name for the console's own key. */
export const consoleName = 'console of this machine'
/** Any address: a remote console does not know its own, and its key exists in memory only. */
export const anyHost = '*'
const consoleLifeMs = 24 * 60 * 60_000
const renewedBeforeMs = 60 * 60_000

const hasExpired = ({ name, created_at }: { name: string; created_at: number }) =>
  name === consoleName && created_at + consoleLifeMs <= Date.now()

export const purgeConsoleKeys = (db: Kysely<KeyTables>) =>
  db
    .deleteFrom('key_api_key')
    .where('name', '=', consoleName)
    .where('created_at', '<=', Date.now() - consoleLifeMs)
    .execute()

/** The console's own key: in memory only, replaced at every start and before it expires. */
export function consoleKey(db: Kysely<KeyTables>, address = loopback) {
  let held: { key: Promise<string>; expiresAt: number } | undefined
  const issue = () =>
    db
      .transaction()
      .execute((transaction) => issueKey(transaction, { name: consoleName, address, username: 'console' }))
  return {
    current(): Promise<string> {
      if (!held || held.expiresAt - Date.now() < renewedBeforeMs) {
        // If a new key cannot be stored, a valid one remains in use.
        const before = held && held.expiresAt > Date.now() ? held : undefined
        held = { key: issue().then(({ key }) => key), expiresAt: Date.now() + consoleLifeMs }
        held.key.catch(() => {
          held = before
        })
        return held.key.catch((error: unknown) => before?.key ?? Promise.reject(error as Error))
      }
      return held.key
    },
    async revoke() {
      if (!held) return
      const key = await held.key.catch(() => undefined)
      if (key === undefined) return
      await ifPossible(db.deleteFrom('key_api_key').where('hash', '=', sha256(key)).execute())
    },
  }
}
