import type { Kysely, Transaction } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { lockTable } from '#platform/database/differences.ts'
import { type Account, foldName } from '#services/desktop/accounts.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'

type New = Pick<Account, 'name' | 'email' | 'role' | 'password_hash'>

export const createAccount = (db: Kysely<DesktopTables>, account: New): Promise<Account> =>
  db.transaction().execute(async (transaction) => {
    await lockTable(transaction, 'account')
    return insertAccount(transaction, account)
  })

/** Requires a table lock. Accounts are never deleted, so IDs are not reused. */
export async function insertAccount(
  transaction: Transaction<DesktopTables>,
  { name, ...account }: New,
): Promise<Account> {
  const folded = foldName(name)
  const taken = await transaction.selectFrom('account').select('id').where('name', '=', folded).executeTakeFirst()
  if (taken) throw new Problem('10009', undefined, { service: 'desktop', field: 'user_name' })
  const { last } = await transaction
    .selectFrom('account')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return transaction
    .insertInto('account')
    .values({
      ...account,
      id: (last ?? 0) + 1,
      name: folded,
      phone_number: null,
      second_factor: 'none',
      disabled: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
