import type { Kysely } from 'kysely'
import type { authenticationRows } from '#contract/desktop/authentication.ts'
import { Problem } from '#contract/problem.ts'
import type { Handlers } from '#services/router.ts'
import type { AccountSignIn } from './account-sign-in.ts'
import { type Account, domains } from './accounts.ts'
import { permissionsOf } from './roles.ts'
import type { DesktopTables } from './tables.ts'
import { issueToken } from './tokens.ts'

const authTypeNames = { local_authentication: 'Local Authentication', ad_authentication: 'AD Authentication' }
type AuthType = keyof typeof authTypeNames

export function authenticationHandlers(
  db: Kysely<DesktopTables>,
  signIn: AccountSignIn,
): Handlers<typeof authenticationRows> {
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
      const account = await signIn.withPassword(username, password, { address, domain })
      if (account.second_factor === 'none') return signedIn(account, auth_type)
      return {
        two_factor_data: {
          unique_userID: await signIn.beginCode(account),
          is_TwoFactor_Enabled: true,
          message: 'A one-time code has been sent to your mail address',
          remember_token_days: 0,
          OTP_Validation_Required: true,
        },
      }
    },

    validateOtp: async ({ uid, otp }) => signedIn(await signIn.withCode(uid, otp), 'local_authentication'),

    discover: () => ({ domains, ad_authentication: true }),
  }
}

const missing = (field: string) => new Problem('10010', `${field}: is missing`, { service: 'desktop', field })
