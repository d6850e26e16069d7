import type { Kysely } from 'kysely'
import type { authenticationRows } from '#contract/desktop/authentication.ts'
import { Problem } from '#contract/problem.ts'
import type { Handlers } from '#services/router.ts'
import { type Account, domains, findAccount, foldName } from './accounts.ts'
import { failureLimit } from './failure-limit.ts'
import { oneAtATime } from '#services/one-at-a-time.ts'
import { oneTimeCodes, type SendMail } from './one-time-codes.ts'
import { passwordMatches } from './password.ts'
import { permissionsOf } from './roles.ts'
import type { DesktopTables } from './tables.ts'
import { issueToken } from './tokens.ts'

const wrongPasswords = 5
const authTypeNames = { local_authentication: 'Local Authentication', ad_authentication: 'AD Authentication' }
type AuthType = keyof typeof authTypeNames

export function authenticationHandlers(
  db: Kysely<DesktopTables>,
  sendMail: SendMail,
): Handlers<typeof authenticationRows> {
  const passwords = failureLimit(db, wrongPasswords)
  const codes = oneTimeCodes(db, sendMail)
  const inTurn = oneAtATime()

  /** The account whose password this is; an unknown one costs the same time and answers the same. */
  async function accountWithPassword(name: string, password: string, domain: string | undefined, address: string) {
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
      return account
    })
  }

  const signedIn = async (account: Account, authType: AuthType) => ({
    user_permissions: permissionsOf(account.role),
    user_data: {
      auth_type: authTypeNames[authType],
      user_id: String(account.id),
      user_name: account.name,
      phone_number: account.phone_number,
      email: account.email,
    },
    auth_data: { auth_token: await issueToken(db, account.id) },
  })

  return {
    authenticate: async ({ username, password, auth_type, domainName }, { address }) => {
      if (auth_type === 'ad_authentication' && !domainName) throw missing('domainName')
      const domain = auth_type === 'ad_authentication' ? domainName : undefined
      const account = await accountWithPassword(username, password, domain, address)
      if (account.second_factor === 'none') return signedIn(account, auth_type)
      return {
        two_factor_data: {
          unique_userID: await codes.begin(account),
          is_TwoFactor_Enabled: true,
          message: 'A one-time code has been sent to your mail address',
          remember_token_days: 0,
          OTP_Validation_Required: true,
        },
      }
    },

    validateOtp: async ({ uid, otp }) => signedIn(await codes.complete(uid, otp.trim()), 'local_authentication'),

    discover: () => ({ domains, ad_authentication: true }),
  }
}

const knownDomain = (domain: string | undefined) =>
  domain === undefined || domain.toLowerCase() === domains[0]?.toLowerCase()

const missing = (field: string) => new Problem('10010', `${field}: is missing`, { service: 'desktop', field })
