import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { hashPassword } from './password.ts'
import type { Role } from './roles.ts'
import type { DesktopTables } from './tables.ts'

export type Account = DesktopTables['account']

/** Accounts of a new installation, with the IDs used in the demo command history. */
const firstAccounts = [
  { id: 1, name: 'admin', role: 'administrator', second_factor: 'none' },
  { id: 2, name: 'operator', role: 'operator', second_factor: 'none' },
  { id: 3, name: 'helpdesk', role: 'helpdesk', second_factor: 'none' },
  { id: 4, name: 'otp-admin', role: 'administrator', second_factor: 'mail' },
] as const

/** Demo directory domains; all accounts belong to the first as well. */
export const domains = ['DEMO', 'BRANCH']

/** Normalized account name: letter case, surrounding blanks and Unicode form are ignored. */
export const foldName = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

export const findAccount = (db: Kysely<DesktopTables>, name: string): Promise<Account | undefined> =>
  db.selectFrom('account').selectAll().where('name', '=', foldName(name)).executeTakeFirst()

/** Only checked after authentication, so that others learn nothing. */
export function requireEnabled(account: Account): Account {
  if (account.disabled) throw new Problem('10006')
  return account
}

/** user_data of the reference; the sign-in method is added by the sign-in. */
export const userDataOf = ({ id, name, phone_number, email }: Account) => ({
  user_id: String(id),
  user_name: name,
  phone_number,
  email,
})

export type FirstAccounts = { accounts: readonly { name: string; role: Role }[]; password: string }

/** Creates the demo accounts if there are none; safe for concurrent processes. */
export async function createFirstAccounts(
  db: Kysely<DesktopTables>,
  demoPassword: string | undefined,
): Promise<FirstAccounts | undefined> {
  const existing = await db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (existing) return undefined
  const password = demoPassword ?? randomBytes(15).toString('base64url')
  const accounts = await Promise.all(
    firstAccounts.map(async (account) => ({
      ...account,
      email: `${account.name}@demo.example`,
      phone_number: null,
      disabled: 0,
      password_hash: await hashPassword(password),
    })),
  )
  const made = await db
    .insertInto('account')
    .values(accounts)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return made.length > 0 ? { accounts: firstAccounts.map(({ name, role }) => ({ name, role })), password } : undefined
}
