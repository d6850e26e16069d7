import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { base64Text, flag, flagText, integer, listOf, long, record, text } from '#contract/wire.ts'
import { envelope } from './envelope.ts'

export const authTypes = ['local_authentication', 'ad_authentication'] as const

const userPermissions = record({ read: listOf(text), write: listOf(text), admin: listOf(text) })
const userData = record({
  auth_type: text,
  user_id: long,
  user_name: text,
  phone_number: text.nullable(),
  email: text,
})
const twoFactorData = record({
  unique_userID: text,
  is_TwoFactor_Enabled: flag,
  message: text,
  remember_token_days: integer,
  OTP_Validation_Required: flag,
})

/** A token, or the OTP step instead of it; `two_factor_data` with both flags false may stand beside a token (M34). */
const authentication = record({
  user_permissions: userPermissions,
  user_data: userData,
  auth_data: record({ auth_token: text }),
  two_factor_data: twoFactorData,
})

export const authenticate = endpoint({
  id: 'desktop.authenticate',
  source: 'desktop-management, Authentication endpoints 1',
  summary: 'Sign in with user name and password; answers a token, or asks for a one-time code',
  method: 'POST',
  path: '/api/{version}/desktop/authentication',
  carrier: 'json',
  input: z.object({
    username: z.string().min(1, 'must not be empty'),
    password: base64Text,
    auth_type: z.enum(authTypes),
    domainName: z.string().optional(),
  }),
  output: envelope('authentication', authentication),
  permission: 'proxy',
  secret: true,
  assumes: [
    'A wrong password and an unknown user answer the same, in the same time',
    'After 5 wrong passwords for an account from one address within 15 minutes, sign-in waits 15 minutes',
  ],
})

export const validateOtp = endpoint({
  id: 'desktop.validateOtp',
  source: 'desktop-management, Authentication endpoints 2',
  summary: 'Complete a sign-in with the one-time code',
  method: 'POST',
  path: '/api/{version}/desktop/authentication/otpValidate',
  carrier: 'json',
  input: z.object({ uid: z.string().min(1), otp: z.string().min(1), rememberme_enabled: flagText.optional() }),
  output: envelope('authentication', authentication),
  permission: 'proxy',
  secret: true,
  assumes: [
    'A sign-in attempt ends after 10 wrong codes or 10 minutes',
    'A new sign-in ends the code of the one before',
  ],
})

export const discover = endpoint({
  id: 'desktop.discover',
  source: 'desktop-management, Authentication (server discovery); path: field-notes 2.2',
  summary: 'How to sign in: the directory domains; needs no token',
  method: 'GET',
  path: '/api/{version}/desktop/discover',
  carrier: 'query',
  input: z.object({}),
  output: envelope('discover', record({ domains: listOf(text), ad_authentication: flag })),
  permission: 'proxy',
  assumes: ['The path is desktop/discover, and domains is a list of names'],
})

export const authenticationRows = { authenticate, validateOtp, discover }
