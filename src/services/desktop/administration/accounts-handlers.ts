import type { Kysely, Transaction } from 'kysely'
import type { accountsRows } from '#contract/desktop/accounts.ts'
import { Problem } from '#contract/problem.ts'
import type { Account } from '#services/desktop/accounts.ts'
import { hashPassword } from '#services/desktop/password.ts'
import { changeSecondFactor } from '#services/desktop/second-factor/change-second-factor.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import { consoleClientId } from '#services/identity/clients.ts'
import type { Call, Handlers } from '#services/router.ts'
import { randomSecret } from '#services/secret.ts'
import { changeAccount, requireAccount } from './change-account.ts'
import { createAccount } from './create-account.ts'
import { endAccess } from './end-access.ts'
import { createAdministratorByToken } from './set-up.ts'

/** Account administration. */
export function accountsHandlers(
  db: Kysely<DesktopTables>,
  { mailCodes }: { mailCodes: boolean },
): Handlers<typeof accountsRows> {
  const enrolledOf = async (accountId: number) =>
    (await db
      .selectFrom('authenticator')
      .select('account_id')
      .where('account_id', '=', accountId)
      .executeTakeFirst()) !== undefined
  const shown = async (account: Account) => shownAccount(account, await enrolledOf(account.id))

  const change = async (call: Call, user_id: string, what: Parameters<typeof changeAccount>[2]) => {
    requireConsole(call)
    return changeAccount(db, Number(user_id), what)
  }
  const inTransaction = async (
    call: Call,
    user_id: string,
    work: (transaction: Transaction<DesktopTables>, id: number) => Promise<unknown>,
  ) => {
    requireConsole(call)
    return db.transaction().execute(async (transaction) => {
      const account = await requireAccount(transaction, Number(user_id))
      await work(transaction, account.id)
      return requireAccount(transaction, account.id)
    })
  }

  return {
    listAccounts: async () => {
      const accounts = await db
        .selectFrom('account')
        .leftJoin('authenticator', 'authenticator.account_id', 'account.id')
        .selectAll('account')
        .select('authenticator.account_id as enrolled')
        .orderBy('name')
        .execute()
      return {
        accounts: accounts.map(({ enrolled, ...account }) => shownAccount(account, enrolled !== null)),
        mail_codes: mailCodes,
      }
    },

    createAccount: async ({ user_name, email, role }, call) => {
      requireConsole(call)
      const { password, password_hash } = await newPassword()
      const account = await createAccount(db, { name: user_name, email, role, password_hash })
      return { account: await shown(account), password }
    },

    changeAccount: async ({ user_id, role, email }, call) => shown(await change(call, user_id, { role, email })),
    disableAccount: async ({ user_id }, call) => shown(await change(call, user_id, { disabled: true })),
    enableAccount: async ({ user_id }, call) => shown(await change(call, user_id, { disabled: false })),

    resetAccountPassword: async ({ user_id }, call) => {
      const { password, password_hash } = await newPassword()
      return { account: await shown(await change(call, user_id, { password_hash })), password }
    },

    resetAccountSecondFactor: async ({ user_id }, call) =>
      shown(
        await inTransaction(call, user_id, async (transaction, id) => {
          await changeSecondFactor(transaction, id, 'none')
          await endAccess(transaction, id)
        }),
      ),

    endAccountSessions: async ({ user_id }, call) => shown(await inTransaction(call, user_id, endAccess)),

    createFirstAdministrator: async ({ token, user_name, email, password }) =>
      shown(await createAdministratorByToken(db, token, { name: user_name, email, password })),
  }
}

/** Accounts cannot be administered by other applications, even with an administrator's grant. */
function requireConsole({ caller }: Call) {
  if (caller?.scopes && caller.client !== consoleClientId) throw new Problem('10007')
}

/** A strong password of easily distinguishable characters. */
async function newPassword() {
  const password = randomSecret()
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 20)
  return { password, password_hash: await hashPassword(password) }
}

const shownAccount = ({ id, name, email, role, second_factor, disabled }: Account, enrolled: boolean) => ({
  user_id: String(id),
  user_name: name,
  email,
  role,
  second_factor,
  enrolled,
  disabled: disabled === 1,
})
