import type { Kysely } from 'kysely'
import type { AuthType } from '#contract/desktop/auth-types.ts'
import { type authenticationRows, rememberedForDays } from '#contract/desktop/authentication.ts'
import { Problem } from '#contract/problem.ts'
import type { Handlers } from '#services/router.ts'
import type { AccountSignIn } from './account-sign-in.ts'
import { type Account, userDataOf } from './accounts.ts'
import { hasAccounts } from './administration/set-up.ts'
import type { CodeStep } from './one-time-codes.ts'
import { permissionsOf } from './roles.ts'
import type { DesktopTables } from './tables.ts'
import { issueToken } from './tokens.ts'

const authTypeNames: Record<AuthType, string> = {
  local_authentication: 'Local Authentication',
  ad_authentication: 'AD Authentication',
}

export function authenticationHandlers(
  db: Kysely<DesktopTables>,
  signIn: AccountSignIn,
  domains: readonly string[],
): Handlers<typeof authenticationRows> {
  const signedIn = async (account: Account, authType: AuthType) => ({
    user_permissions: permissionsOf(account.role),
    user_data: { auth_type: authTypeNames[authType], ...userDataOf(account) },
    auth_data: { auth_token: await issueToken(db, account.id) },
  })

  return {
    authenticate: async ({ username, password, auth_type, domainName, device_token }, { address, knownLane }) => {
      if (auth_type === 'ad_authentication' && !domainName) throw missing('domainName')
      const domain = auth_type === 'ad_authentication' ? domainName : undefined
      const account = await signIn.withPassword(username, password, { address, knownLane, domain })
      if (account.second_factor === 'none') return signedIn(account, auth_type)
      const next = device_token && (await signIn.withDevice(account, device_token))
      if (next) return { ...(await signedIn(account, auth_type)), device_token: next }
      return { two_factor_data: asTwoFactorData(await signIn.beginCode(account, auth_type)) }
    },

    validateOtp: async ({ uid, otp, rememberme_enabled }, call) => {
      const { account, authType } = await signIn.withCode(uid, otp, call)
      const answer = await signedIn(account, authType)
      return rememberme_enabled ? { ...answer, device_token: await signIn.rememberDevice(account) } : answer
    },

    discover: async () => ({
      domains: [...domains],
      ad_authentication: domains.length > 0,
      ...(!(await hasAccounts(db)) && { setup_required: true }),
    }),
  }
}

/** Texts of real servers, which distinguish authenticator and email. */
const asTwoFactorData = ({ uid, by, secret }: CodeStep) => ({
  unique_userID: uid,
  is_TwoFactor_Enabled: true,
  message:
    by === 'mail'
      ? 'Mail has been sent to the mail address. Enter the one-time code in it'
      : secret === undefined
        ? 'Google authentication already created for this user. Validate OTP'
        : 'Add the key to an authenticator application, then validate its OTP',
  remember_token_days: rememberedForDays,
  OTP_Validation_Required: true,
  ...(secret !== undefined && { google_authenticator_key: secret }),
})

const missing = (field: string) => new Problem('10010', `${field}: is missing`, { service: 'desktop', field })
