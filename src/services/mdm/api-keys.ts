import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { keyMonths } from '#contract/mdm/api-keys.ts'
import { ifPossible } from '#platform/database/failure.ts'
import type { Caller } from '#services/router.ts'
import { randomSecret, sha256 } from '#services/secret.ts'
import type { DeviceTables } from './tables.ts'

const permissions = ['MDM_Read', 'MDM_Write', 'MDM_Admin']
const useIsNotedEveryMs = 60_000

type NewKey = { key?: string | undefined; expiresAt?: number; createdBy?: string }

export const issueKey = async (db: Kysely<DeviceTables>, name: string, given?: NewKey) =>
  (await makeKey(db, name, given)).key

/** Creates a key, of which only the hash is stored. */
export async function makeKey(
  db: Kysely<DeviceTables>,
  name: string,
  { key = randomSecret(), expiresAt = monthsFromNow(keyMonths), createdBy = '' }: NewKey = {},
): Promise<{ id: string; key: string }> {
  const row = { hash: sha256(key), name, expires_at: expiresAt, created_by: createdBy, created_at: Date.now() }
  const { id } = await db
    .insertInto('api_key')
    .values({ id: randomUUID(), used_at: null, ...row })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, key }
}

/** Replaces the key's value; the old one is invalid at once. */
export async function renewKey(db: Kysely<DeviceTables>, id: string): Promise<string | undefined> {
  const key = randomSecret()
  const renewed = await db
    .updateTable('api_key')
    .set({ hash: sha256(key), used_at: null, created_at: Date.now(), expires_at: monthsFromNow(keyMonths) })
    .where('id', '=', id)
    .where('expires_at', '>', Date.now())
    .returning('id')
    .executeTakeFirst()
  return renewed && key
}

/** Holder of an API key. The header's value is the key itself (mobile-device-management, Authentication 2). */
export async function callerByKey(db: Kysely<DeviceTables>, key: string): Promise<Caller | undefined> {
  const [hash, now] = [sha256(key), Date.now()]
  const row = await db
    .selectFrom('api_key')
    .select(['name', 'used_at'])
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  if (now - (row.used_at ?? 0) >= useIsNotedEveryMs) {
    await ifPossible(db.updateTable('api_key').set({ used_at: now }).where('hash', '=', hash).execute())
  }
  return { name: row.name, permissions }
}

export const purgeKeys = (db: Kysely<DeviceTables>) =>
  db.deleteFrom('api_key').where('expires_at', '<=', Date.now()).execute()

/** Calendar months: the same day, or the last day of a shorter month. */
export function monthsFromNow(months: number): number {
  const now = new Date()
  const then = new Date(now)
  then.setUTCMonth(now.getUTCMonth() + months)
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0)
  return then.getTime()
}

/** Adds names and metadata of keys. Existing keys are named by their stored data. */
export async function extendApiKeys(db: Kysely<unknown>) {
  const { schema } = db
  const text = (name: string) =>
    schema.alterTable('api_key').addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
  for (const name of ['id', 'created_by']) await text(name).execute()
  for (const name of ['created_at', 'used_at']) await schema.alterTable('api_key').addColumn(name, 'bigint').execute()
  await sql`update api_key set id = substr(hash, 1, 32)`.execute(db)
  await schema.createIndex('api_key_id').on('api_key').columns(['id']).unique().execute()
}
