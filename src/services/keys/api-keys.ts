import { isIP, SocketAddress } from 'node:net'
import type { Kysely, Transaction } from 'kysely'
import type { KeyPermission } from '#contract/keys/api-keys.ts'
import { Problem } from '#contract/problem.ts'
import { ifPossible } from '#platform/database/failure.ts'
import { randomSecret, sha256 } from '#services/secret.ts'
import { nextNumber } from './sequence.ts'
import type { KeyTables } from './tables.ts'

/** Who is let in by a key: the user that it was made for. */
export type KeyHolder = { id: number; username: string; permissions: readonly string[] }

const loopback = '127.0.0.1'
const usedEveryMs = 60_000

/** One spelling for each host; undefined for what is no address. All that is this machine is one host. */
export function hostAddress(text: string): string | undefined {
  const [plain = ''] = text.split('%') // without the zone of a link-local address
  const family = isIP(plain)
  if (family === 0) return undefined
  if (family === 4) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  return mapped ?? (address === '::1' ? loopback : address)
}

/** Whose key it is. Found by its hash: nothing is compared that a clock could tell apart. */
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

/** Only its hash is kept. */
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

/** A new value in the place of the old one, which is dead with it. */
export async function renewKey(transaction: Transaction<KeyTables>, id: number) {
  const key = randomSecret()
  await transaction
    .updateTable('key_api_key')
    .set({ hash: sha256(key), used_at: null })
    .where('id', '=', id)
    .execute()
  return key
}

/** The first key, where none was ever given out; undefined otherwise. */
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

/** Nobody else's key may be called so. */
export const consoleName = 'console of this machine'
/** A console on another machine does not know the address that it is seen by; its key lives in its memory alone. */
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

/** The console's own key: in memory only, new at every start and before it expires. */
export function consoleKey(db: Kysely<KeyTables>, address = loopback) {
  let held: { key: Promise<string>; expiresAt: number } | undefined
  const issue = () =>
    db
      .transaction()
      .execute((transaction) => issueKey(transaction, { name: consoleName, address, username: 'console' }))
  return {
    current(): Promise<string> {
      if (!held || held.expiresAt - Date.now() < renewedBeforeMs) {
        // One that is still good goes on where a new one cannot be saved just now.
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
