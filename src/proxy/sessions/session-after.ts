import { randomUUID } from 'node:crypto'
import { authenticatorAddress } from '#contract/desktop/authentication.ts'
import { Problem } from '#contract/problem.ts'
import type { ByPassword, Login, Session } from './session.ts'
import type { Proof } from './verifiers.ts'

/** Browsers limit cookies to 400 days (RFC 6265bis, 5.5). */
const longestDays = 400

/** A token completes the sign-in; otherwise `OTP_Validation_Required` decides, regardless of `two_factor_data`. */
export function sessionAfter(proof: Proof, login: Login, issuer: string): Session {
  const factor = proof.two_factor_data
  const active = signedInBy(proof, login)
  if (active) return active
  const { username: account } = login
  const secret = base32In(factor?.google_authenticator_key)
  return {
    ...codeStepIn(proof),
    kind: 'otp',
    login,
    rememberDays: Math.min(longestDays, Math.max(0, factor?.remember_token_days ?? 0)),
    ...(secret && { enrollment: { secret, address: authenticatorAddress({ secret, account, issuer }) } }),
  }
}

export function signedInBy(proof: Proof, login: Login): ByPassword | undefined {
  const { auth_data, user_data } = proof
  if (!auth_data?.auth_token) return undefined
  return {
    kind: 'signed-in',
    by: 'password',
    token: auth_data.auth_token,
    login,
    userId: user_data?.user_id,
    user: {
      name: user_data?.user_name ?? login.username,
      email: user_data?.email ?? '',
      authType: user_data?.auth_type ?? '',
      permissions: permissionsIn(proof.user_permissions),
    },
  }
}

export function codeStepIn({ two_factor_data: factor }: Proof) {
  if (!factor?.OTP_Validation_Required || !factor.unique_userID) {
    throw new Problem('UNEXPECTED_CONTENT', 'The server neither signed you in nor asked for a code', {
      service: 'desktop',
    })
  }
  return { uid: factor.unique_userID, challenge: randomUUID(), message: factor.message ?? '' }
}

/** All permissions in one list; the last word of each is its level. */
export const permissionsIn = ({ read = [], write = [], admin = [] }: Proof['user_permissions'] = {}) => [
  ...new Set([...read, ...write, ...admin]),
]

/** Base32, as authenticator apps expect it; a key in another format is not shown. */
function base32In(key: string | undefined): string | undefined {
  const plain = key?.replace(/[\s=-]/g, '').toUpperCase()
  return plain && /^[A-Z2-7]+$/.test(plain) ? plain : undefined
}
