import type { Kysely } from 'kysely'
import type { AuthType } from '#contract/desktop/auth-types.ts'
import { Problem } from '#contract/problem.ts'
import type { Client } from '#platform/network/client-header.ts'
import { type Account, findAccount, requireEnabled } from './accounts.ts'
import { hasAccounts } from './administration/set-up.ts'
import { oneTimeCodes, type SendMail } from './one-time-codes.ts'
import { passwordMatches } from './password.ts'
import { rememberDevice, renewDevice } from './second-factor/remembered-devices.ts'
import type { SecretSeal } from './second-factor/secret-seal.ts'
import { signInLimits, tooMany } from './sign-in-limits.ts'
import type { DesktopTables } from './tables.ts'

export type AccountSignIn = ReturnType<typeof accountSignIn>
/** Origin of a sign-in, and its directory. */
type From = Omit<Client, 'knownLane'> & { knownLane?: string | undefined; domain?: string | undefined }
type Parts = { sendMail: SendMail; seal: SecretSeal; domains: readonly string[] }

/** Sign-in shared by desktop management and the identity provider, with common limits. */
export function accountSignIn(db: Kysely<DesktopTables>, parts: Parts) {
  const limits = signInLimits(db)
  const codes = oneTimeCodes(db, { ...parts, limits })
  const knownDomain = (domain: string | undefined) =>
    domain === undefined || domain.toLowerCase() === parts.domains[0]?.toLowerCase()

  return {
    requiresSetUp: async () => !(await hasAccounts(db)),

    /** Directories of the accounts, default first. */
    domains: parts.domains,

    /** Verifies a password. Unknown accounts take the same time and return the same error. */
    withPassword: async (name: string, password: string, { domain, knownLane, address }: From): Promise<Account> => {
      const from = { address, ...(knownLane !== undefined && { knownLane }) }
      const account = await limits.limited('password', name, from, async (lane) => {
        const found = knownDomain(domain) ? await findAccount(db, name) : undefined
        const matches = await passwordMatches(password, found?.password_hash, lane)
        if (matches === undefined) throw tooMany(2)
        if (!found || !matches) throw new Problem('10001')
        return found
      })
      requireEnabled(account)
      if (account.second_factor === 'none') await limits.remember(account, from)
      return account
    },

    /** Requests a one-time code; the result identifies the attempt. */
    beginCode: (account: Account, authType: AuthType) => codes.begin(account, authType),
    pendingCode: (attempt: string) => codes.pending(attempt),
    withCode: async (attempt: string, code: string, from: Client) => {
      const completed = await codes.complete(attempt, code.trim(), from)
      await limits.remember(completed.account, from)
      return completed
    },

    /** The next token of a remembered device, instead of a code; undefined if it is not remembered. */
    withDevice: (account: Account, token: string) => renewDevice(db, account.id, token),
    rememberDevice: (account: Account) => rememberDevice(db, account.id),
  }
}
