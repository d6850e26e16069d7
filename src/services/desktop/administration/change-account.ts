import type { Kysely, Transaction } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { lockTable } from '#platform/database/differences.ts'
import type { Account } from '#services/desktop/accounts.ts'
import type { Role } from '#services/desktop/roles.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import { endAccess } from './end-access.ts'

type Change = {
  role?: Role | undefined
  email?: string | undefined
  disabled?: boolean | undefined
  /** Hash of the new password. */
  password_hash?: string | undefined
}

/** Changes an account. At least one enabled administrator always remains, also with concurrent changes. */
export const changeAccount = (
  db: Kysely<DesktopTables>,
  id: number,
  { disabled, role, email, password_hash }: Change,
): Promise<Account> =>
  db.transaction().execute(async (transaction) => {
    await lockTable(transaction, 'account')
    const before = await requireAccount(transaction, id)
    const after = {
      ...before,
      role: role ?? before.role,
      email: email ?? before.email,
      disabled: Number(disabled ?? before.disabled),
      password_hash: password_hash ?? before.password_hash,
    }
    if (administers(before) && !administers(after)) await requireOtherAdministrator(transaction, id)
    await transaction.updateTable('account').set(after).where('id', '=', id).execute()
    // Enabling ends access, too: a concurrent sign-in may have issued a token after the account was disabled.
    if (after.disabled !== before.disabled || password_hash !== undefined)
      await endAccess(transaction, id, { isDisabled: after.disabled === 1 })
    return after
  })

export async function requireAccount(transaction: Transaction<DesktopTables>, id: number): Promise<Account> {
  const account = await transaction.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
  if (!account) throw new Problem('10026')
  return account
}

const administers = ({ role, disabled }: Pick<Account, 'role' | 'disabled'>) =>
  role === 'administrator' && disabled === 0

async function requireOtherAdministrator(transaction: Transaction<DesktopTables>, id: number) {
  const other = await transaction
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'administrator')
    .where('disabled', '=', 0)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new Problem('10008')
}
