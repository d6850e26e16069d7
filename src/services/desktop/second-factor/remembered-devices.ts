import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { rememberedForDays } from '#contract/desktop/authentication.ts'
import { randomSecret, sha256 } from '#services/secret.ts'
import type { SecondFactorTables } from './tables.ts'

type Db = Kysely<SecondFactorTables>
const dayMs = 24 * 60 * 60_000
const separator = '.'

/** Issues a token for a remembered device. */
export async function rememberDevice(db: Db, accountId: number): Promise<string> {
  const [id, secret] = [randomUUID(), randomSecret()]
  const expires_at = Date.now() + rememberedForDays * dayMs
  await db
    .insertInto('remembered_device')
    .values({ id, account_id: accountId, hash: sha256(secret), expires_at })
    .execute()
  return id + separator + secret
}

/**
 * Replaces a token of a remembered device, whose expiry is unchanged. A reused token may be stolen, so the device is no
 * longer remembered.
 */
export async function renewDevice(db: Db, accountId: number, token: string): Promise<string | undefined> {
  const [id = '', secret = ''] = token.split(separator)
  const next = randomSecret()
  const renewed = await db
    .updateTable('remembered_device')
    .set({ hash: sha256(next) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('hash', '=', sha256(secret))
    .where('expires_at', '>', Date.now())
    .returning('id')
    .executeTakeFirst()
  if (renewed) return id + separator + next
  await db.deleteFrom('remembered_device').where('id', '=', id).where('account_id', '=', accountId).execute()
  return undefined
}

export async function countDevices(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('remembered_device')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', Date.now())
    .executeTakeFirstOrThrow()
  return count
}

export const purgeDevices = (db: Db) =>
  db.deleteFrom('remembered_device').where('expires_at', '<=', Date.now()).execute()
