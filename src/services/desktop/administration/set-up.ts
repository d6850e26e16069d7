import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { lockTable } from '#platform/database/differences.ts'
import { requireAcceptablePassword } from '#services/desktop/acceptable-password.ts'
import type { Account } from '#services/desktop/accounts.ts'
import { hashPassword } from '#services/desktop/password.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import { randomSecret, sha256 } from '#services/secret.ts'
import { insertAccount } from './create-account.ts'

const linkLivesMs = 24 * 60 * 60_000

export type FirstAdministrator = { name: string; password: string; email?: string }

export const hasAccounts = async (db: Kysely<DesktopTables>): Promise<boolean> =>
  (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined

/** Token of a new set-up link; undefined if an account exists. */
export async function issueSetUpToken(db: Kysely<DesktopTables>): Promise<string | undefined> {
  await db.deleteFrom('account_setup').where('expires_at', '<=', Date.now()).execute()
  if (await hasAccounts(db)) return undefined
  const token = randomSecret()
  await db
    .insertInto('account_setup')
    .values({ hash: sha256(token), expires_at: Date.now() + linkLivesMs })
    .execute()
  return token
}

/** Creates the first administrator with a set-up token; only one of concurrent calls succeeds. */
export async function createAdministratorByToken(
  db: Kysely<DesktopTables>,
  token: string,
  administrator: FirstAdministrator,
): Promise<Account> {
  const link = await db
    .selectFrom('account_setup')
    .select('hash')
    .where('hash', '=', sha256(token))
    .where('expires_at', '>', Date.now())
    .executeTakeFirst()
  if (!link) throw new Problem('10012')
  const { name, password } = administrator
  await requireAcceptablePassword(password, { account: name }).catch((error: unknown) => {
    // The proxy forwards codes, not messages.
    throw error instanceof Problem ? new Problem('10013') : error
  })
  const made = await createFirstAdministrator(db, administrator)
  if (!made) throw new Problem('10012')
  return made
}

/** Does nothing if an account exists. */
export async function createFirstAdministrator(
  db: Kysely<DesktopTables>,
  { name, password, email = '' }: FirstAdministrator,
): Promise<Account | undefined> {
  if (await hasAccounts(db)) return undefined
  const password_hash = await hashPassword(password)
  return db.transaction().execute(async (transaction) => {
    await lockTable(transaction, 'account')
    const other = await transaction.selectFrom('account').select('id').limit(1).executeTakeFirst()
    if (other) return undefined
    await transaction.deleteFrom('account_setup').execute()
    return insertAccount(transaction, { name, email, role: 'administrator', password_hash })
  })
}
