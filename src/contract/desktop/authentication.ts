import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Json } from '#contract/json.ts'
import { base64Text, flag, integer, listOf, long, record, text } from '#contract/wire.ts'
import { authTypes } from './auth-types.ts'
import { envelope } from './envelope.ts'

/** How long a remembered device skips the one-time code. */
export const rememberedForDays = 30

export const userPermissions = record({ read: listOf(text), write: listOf(text), admin: listOf(text) })
export const userData = record({
  auth_type: text,
  user_id: long,
  user_name: text,
  phone_number: z.nullable(text),
  email: text,
})
const twoFactorData = record({
  unique_userID: text,
  is_TwoFactor_Enabled: flag,
  message: text,
  remember_token_days: integer,
  OTP_Validation_Required: flag,
  /** Base32 secret for enrolling an authenticator app, at the first sign-in only. */
  google_authenticator_key: text,
})

/** Parameters that all authenticator apps support (RFC 6238). */
export const authenticatorCodes = { algorithm: 'SHA1', digits: 6, period: 30 } as const

type Authenticator = { secret: string; account: string; issuer?: string }
/** `otpauth:` URI for the QR code of an authenticator app. */
export function authenticatorAddress({ secret, account, issuer = 'Triptych' }: Authenticator) {
  // The colon separates issuer and account, so neither may contain one (Key URI format).
  const plain = (name: string) => name.replace(/\s*:\s*/g, ' ')
  const label = [issuer, account].map((name) => encodeURIComponent(plain(name))).join(':')
  const facts = { secret, issuer: plain(issuer), ...authenticatorCodes }
  const query = Object.entries(facts).map((fact) => fact.map(encodeURIComponent).join('='))
  return `otpauth://totp/${label}?${query.join('&')}`
}

/** Only this exact text remembers a device. */
const rememberWord = 'true'
const remembers = z.codec(
  z.custom<Json>((value) => value !== undefined),
  z.boolean(),
  { decode: (value) => value === rememberWord, encode: String },
)

/** A token, or the OTP step; `two_factor_data` with both flags false may accompany a token. */
const authentication = record({
  user_permissions: userPermissions,
  user_data: userData,
  auth_data: record({ auth_token: text }),
  two_factor_data: twoFactorData,
  /** Single-use token of a remembered device. Each sign-in returns the next one. */
  device_token: text,
})

export const authenticate = endpoint({
  id: 'desktop.authenticate',
  source: 'desktop-management, Authentication: sign in',
  summary: 'Sign in with user name and password; returns a token or requires a one-time code',
  method: 'POST',
  path: '/api/{version}/desktop/authentication',
  encoding: 'json',
  input: z.object({
    username: z.string().check(z.minLength(1, 'must not be empty')),
    password: base64Text,
    auth_type: z.enum(authTypes),
    domainName: z.optional(z.string()),
    device_token: z.optional(z.string().check(z.maxLength(1024))),
  }),
  output: envelope('authentication', authentication),
  permission: 'proxy',
  secret: true,
  assumes: [
    'Incorrect passwords and unknown users get the same response in the same time',
    'After 5 wrong passwords for an account from one address within 15 minutes, sign-in waits 15 minutes',
    'Disabled accounts are rejected with 10006, only after the correct password',
    'The device_token of a remembered device replaces the one-time code but not the password',
    'A device_token can be used once; the response contains the next one. Reuse removes the remembered device',
  ],
})

export const validateOtp = endpoint({
  id: 'desktop.validateOtp',
  source: 'desktop-management, Authentication: validate the one-time password',
  summary: 'Complete a sign-in with the one-time code',
  method: 'POST',
  path: '/api/{version}/desktop/authentication/otpValidate',
  encoding: 'json',
  input: z.object({
    uid: z.string().check(z.minLength(1)),
    otp: z.string().check(z.minLength(1)),
    rememberme_enabled: z.optional(remembers),
  }),
  output: envelope('authentication', authentication),
  permission: 'proxy',
  secret: true,
  assumes: [
    'A sign-in attempt ends after 10 incorrect codes or 10 minutes',
    'A new sign-in invalidates the previous code',
    'Authenticator codes are accepted 30 seconds before and after their time, once',
    'The first correct code of a new authenticator app enrolls it',
    `With rememberme_enabled "true" the response contains a device_token, valid for ${rememberedForDays} days`,
  ],
})

export const discover = endpoint({
  id: 'desktop.discover',
  source: 'desktop-management, Authentication (server discovery); path: as on real servers',
  summary: 'Sign-in options: directory domains; no token required',
  method: 'GET',
  path: '/api/{version}/desktop/discover',
  encoding: 'query',
  input: z.object({}),
  output: envelope(
    'discover',
    record({
      domains: listOf(text),
      ad_authentication: flag,
      /** Not in the reference: no account exists yet, so sign-in is impossible. */
      setup_required: flag,
    }),
  ),
  permission: 'proxy',
  assumes: [
    'The path is desktop/discover, and domains is a list of names',
    'setup_required is an extension: no account exists yet',
  ],
})

export const authenticationRows = { authenticate, validateOtp, discover }
