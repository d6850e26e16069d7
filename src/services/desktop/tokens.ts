import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { ifPossible } from '#platform/database/failure.ts'
import type { Caller } from '#services/router.ts'
import { sha256 } from '#services/secret.ts'
import { permissionsOf } from './roles.ts'
import type { DesktopTables } from './tables.ts'

const unusedForMs = 31 * 24 * 60 * 60_000
/** Resolution of the last use, to avoid a write per call. */
const useIsNotedEveryMs = 60_000

export async function issueToken(db: Kysely<DesktopTables>, accountId: number): Promise<string> {
  const token = randomUUID()
  await db
    .insertInto('token')
    .values({ hash: sha256(token), account_id: accountId, used_at: Date.now() })
    .execute()
  return token
}

/** Account of a token. The header's value is the token itself, so a prefix makes it invalid. */
export async function callerByToken(db: Kysely<DesktopTables>, token: string): Promise<Caller | undefined> {
  const hash = sha256(token)
  const now = Date.now()
  const row = await db
    .selectFrom('token')
    .innerJoin('account', 'account.id', 'token.account_id')
    .select(['account.name', 'account.role', 'token.used_at'])
    .where('token.hash', '=', hash)
    .where('token.used_at', '>', now - unusedForMs)
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
  if (!row) return undefined
  if (now - row.used_at > useIsNotedEveryMs) {
    await ifPossible(db.updateTable('token').set({ used_at: now }).where('hash', '=', hash).execute())
  }
  const { read, write, admin } = permissionsOf(row.role)
  return { name: row.name, permissions: [...read, ...write, ...admin], tokenHash: hash }
}

/** Refuses a token of a disabled account with that reason: its holder has signed in before. */
export async function refuseDisabled(db: Kysely<DesktopTables>, token: string): Promise<undefined> {
  const row = await db
    .selectFrom('token')
    .innerJoin('account', 'account.id', 'token.account_id')
    .select('account.disabled')
    .where('token.hash', '=', sha256(token))
    .where('account.disabled', '=', 1)
    .executeTakeFirst()
  if (row) throw new Problem('10006', undefined, { status: 401 })
}

/** Tokens of an account, except the current one. */
export const endOtherTokens = (db: Kysely<DesktopTables>, accountId: number, keptHash = '') =>
  db.deleteFrom('token').where('account_id', '=', accountId).where('hash', '!=', keptHash).execute()

export const purgeTokens = (db: Kysely<DesktopTables>) =>
  db
    .deleteFrom('token')
    .where('used_at', '<=', Date.now() - unusedForMs)
    .execute()
