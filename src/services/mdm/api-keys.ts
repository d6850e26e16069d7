import type { Kysely } from 'kysely'
import type { Caller } from '#services/router.ts'
import { randomSecret, sha256 } from '#services/secret.ts'
import type { DeviceTables } from './tables.ts'

/** mobile-device-management, Authentication: a key is valid for 6 months. */
const validMonths = 6
const permissions = ['MDM_Read', 'MDM_Write', 'MDM_Admin']

export async function issueKey(
  db: Kysely<DeviceTables>,
  name: string,
  { key = randomSecret(), expiresAt = monthsFromNow(validMonths) } = {},
): Promise<string> {
  const row = { hash: sha256(key), name, expires_at: expiresAt }
  await db
    .insertInto('api_key')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(row))
    .execute()
  return key
}

/** Whose key it is. The header's value is the key itself (mobile-device-management, Authentication 2). */
export async function callerByKey(db: Kysely<DeviceTables>, key: string): Promise<Caller | undefined> {
  const row = await db
    .selectFrom('api_key')
    .select('name')
    .where('hash', '=', sha256(key))
    .where('expires_at', '>', Date.now())
    .executeTakeFirst()
  return row && { name: row.name, permissions }
}

export const purgeKeys = (db: Kysely<DeviceTables>) =>
  db.deleteFrom('api_key').where('expires_at', '<=', Date.now()).execute()

/** Calendar months: the same day, or the last one of a shorter month. */
export function monthsFromNow(months: number): number {
  const now = new Date()
  const then = new Date(now)
  then.setUTCMonth(now.getUTCMonth() + months)
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0)
  return then.getTime()
}
