import type { Kysely } from 'kysely'
import { Problem } from '#contract/problem.ts'
import { oneAtATime } from '#services/one-at-a-time.ts'
import type { AuthType } from '#contract/desktop/authentication.ts'
import { type Account, domains, findAccount, foldName, requireEnabled } from './accounts.ts'
import { failureLimit } from './failure-limit.ts'
import { oneTimeCodes, type SendMail } from './one-time-codes.ts'
import { passwordMatches } from './password.ts'
import { rememberDevice, renewDevice } from './second-factor/remembered-devices.ts'
import type { SecretSeal } from './second-factor/secret-seal.ts'
import type { DesktopTables } from './tables.ts'

const wrongPasswords = 5

export type AccountSignIn = ReturnType<typeof accountSignIn>
/** Where somebody signs in from, and into which directory. */
type From = { address: string; domain?: string | undefined }
type Parts = { sendMail: SendMail; seal: SecretSeal }

/** How people prove who they are, wherever they sign in: the same limits count for all places together. */
export function accountSignIn(db: Kysely<DesktopTables>, parts: Parts) {
  const passwords = failureLimit(db, wrongPasswords)
  const codes = oneTimeCodes(db, parts)
  const inTurn = oneAtATime()

  return {
    /** The account whose password this is; an unknown one costs the same time and answers the same. */
    async withPassword(name: string, password: string, { address, domain }: From): Promise<Account> {
      const subject = [foldName(name), address]
      return inTurn(subject.join('\n'), async () => {
        await passwords.requireOpen(...subject)
        const account = knownDomain(domain) ? await findAccount(db, name) : undefined
        const matches = await passwordMatches(password, account?.password_hash)
        if (!account || !matches) {
          await passwords.count(...subject)
          throw new Problem('10001')
        }
        await passwords.forget(...subject)
        return requireEnabled(account)
      })
    },

    /** Ask for a one-time code; what comes back names the attempt that it completes. */
    beginCode: (account: Account, authType: AuthType) => codes.begin(account, authType),
    pendingCode: (attempt: string) => codes.pending(attempt),
    withCode: (attempt: string, code: string) => codes.complete(attempt, code.trim()),

    /** Instead of a code: the next token of a device that is remembered, or nothing. */
    withDevice: (account: Account, token: string) => renewDevice(db, account.id, token),
    rememberDevice: (account: Account) => rememberDevice(db, account.id),
  }
}

const knownDomain = (domain: string | undefined) =>
  domain === undefined || domain.toLowerCase() === domains[0]?.toLowerCase()
