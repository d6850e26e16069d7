import type { Kysely } from 'kysely'
import type { SecondFactor } from '#contract/desktop/account.ts'
import { findAccount } from './accounts.ts'
import { endAccess } from './administration/end-access.ts'
import type { Role } from './roles.ts'
import { changeSecondFactor } from './second-factor/change-second-factor.ts'
import type { DesktopTables } from './tables.ts'

/** Changes of an account by someone else; omitted values are unchanged. */
export type AccountChange = {
  disabled?: boolean | undefined
  role?: Role | undefined
  second_factor?: SecondFactor | undefined
}

/** Accounts by name, as shown to administrators. */
export async function listAccounts(db: Kysely<DesktopTables>) {
  const accounts = await db
    .selectFrom('account')
    .leftJoin('authenticator', 'authenticator.account_id', 'account.id')
    .select(['name', 'role', 'second_factor', 'disabled', 'authenticator.account_id as enrolled'])
    .orderBy('name')
    .execute()
  return accounts.map(({ name, role, second_factor, disabled, enrolled }) => ({
    name,
    role,
    second_factor,
    enrolled: enrolled !== null,
    disabled: disabled === 1,
  }))
}

/**
 * Effective from the next call. An authenticator is enrolled anew at the next sign-in. False if the account does not
 * exist.
 */
export async function changeAccount(db: Kysely<DesktopTables>, name: string, change: AccountChange): Promise<boolean> {
  const account = await findAccount(db, name)
  if (!account) return false
  const { disabled = account.disabled === 1, role = account.role, second_factor } = change
  await db.transaction().execute(async (transaction) => {
    if (second_factor !== undefined) await changeSecondFactor(transaction, account.id, second_factor)
    const values = { role, disabled: disabled ? 1 : 0 }
    await transaction.updateTable('account').set(values).where('id', '=', account.id).execute()
    if (values.disabled !== account.disabled) await endAccess(transaction, account.id, { isDisabled: disabled })
  })
  return true
}
