import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { hashPassword } from './password.ts'
import type { Role } from './roles.ts'
import type { DesktopTables } from './tables.ts'

export type Account = DesktopTables['account']

/** The accounts of a new installation; ids are those that the demo fleet's command history names. */
const firstAccounts = [
  { id: 1, name: 'admin', role: 'administrator', second_factor: 'none' },
  { id: 2, name: 'operator', role: 'operator', second_factor: 'none' },
  { id: 3, name: 'helpdesk', role: 'helpdesk', second_factor: 'none' },
  { id: 4, name: 'otp-admin', role: 'administrator', second_factor: 'mail' },
] as const

/** Directory domains of the demo; its accounts are known to the first one, too. */
export const domains = ['DEMO', 'BRANCH']

/** One account, however its name is typed: case, outer spaces and Unicode forms do not count. */
export const foldName = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

export const findAccount = (db: Kysely<DesktopTables>, name: string): Promise<Account | undefined> =>
  db.selectFrom('account').selectAll().where('name', '=', foldName(name)).executeTakeFirst()

/** Only who has proven to be its owner is told. */
export function requireEnabled(account: Account): Account {
  if (account.disabled) throw new Problem('10006')
  return account
}

/** What the reference calls user_data; how somebody signed in is known to the sign-in only. */
export const userDataOf = ({ id, name, phone_number, email }: Account) => ({
  user_id: String(id),
  user_name: name,
  phone_number,
  email,
})

export type FirstAccounts = { accounts: readonly { name: string; role: Role }[]; password: string }

/** Create the demo accounts, unless there are any. Of two processes that start at once, one does it. */
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
