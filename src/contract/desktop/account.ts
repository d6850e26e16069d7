/**
 * The signed-in user's own account. Real servers manage it in their own pages; only the embedded service has these
 * endpoints.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { base64Text, flag, integer, record, text } from '#contract/wire.ts'
import { userData, userPermissions } from './authentication.ts'
import { envelope } from './envelope.ts'
import { newPassword } from './new-password.ts'

/** Second factor after the password: none, a code by email, or a code from an authenticator app. */
export const secondFactors = ['none', 'mail', 'authenticator'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** How long a new secret can be confirmed by its first code. */
export const enrollmentMinutes = 10

const ownAccount = record({
  user_data: userData,
  user_permissions: userPermissions,
  second_factor: text,
  /** Number of remembered devices. */
  remembered_devices: integer,
  /** Whether the server can send codes by email; assumed if not stated. */
  mail_codes: flag,
})

const at = <const Name extends string>(name: Name) =>
  ({ source: 'extension', path: `/api/{version}/desktop/account/${name}`, permission: 'signed-in' }) as const
const change = { method: 'POST', encoding: 'json', changes: ['desktop.account'] } as const

export const getOwnAccount = endpoint({
  id: 'desktop.getOwnAccount',
  source: 'extension',
  summary: 'Your account: name, permissions and second factor',
  method: 'GET',
  path: '/api/{version}/desktop/account',
  encoding: 'query',
  input: z.object({}),
  output: envelope('account', ownAccount),
  permission: 'signed-in',
  reads: ['desktop.account'],
  assumes: [`second_factor is ${secondFactors.join(', ')}`],
})

export const startAuthenticator = endpoint({
  ...at('startauthenticator'),
  id: 'desktop.startAuthenticator',
  summary: 'Generate a secret for an authenticator app; active after its first correct code',
  method: 'POST',
  encoding: 'json',
  body: 'optional',
  input: z.object({}),
  output: envelope(
    'startauthenticator',
    record({
      /** Base32, for manual entry. */
      secret: text,
      /** `otpauth:` URI for the QR code. */
      address: text,
    }),
  ),
  secret: true,
  assumes: [
    `The secret expires after ${enrollmentMinutes} minutes or when another one is generated`,
    'Until then, sign-in does not change',
  ],
})

export const confirmAuthenticator = endpoint({
  ...at('confirmauthenticator'),
  ...change,
  id: 'desktop.confirmAuthenticator',
  summary: 'Enable the authenticator app by its first code',
  input: z.object({
    otp: z.string().check(
      z.overwrite((code) => code.replace(/[\s-]/g, '')),
      z.regex(/^\d{6}$/, 'has 6 digits'),
    ),
  }),
  output: envelope('confirmauthenticator', ownAccount),
  danger: true,
  assumes: ['Remembered devices and unfinished sign-ins are revoked'],
})

export const useMailCodes = endpoint({
  ...at('usemailcodes'),
  ...change,
  id: 'desktop.useMailCodes',
  summary: 'Use one-time codes by email',
  body: 'optional',
  input: z.object({}),
  output: envelope('usemailcodes', ownAccount),
  danger: true,
  assumes: [
    'Refused where the server cannot send email, and where the account has no email address',
    'The authenticator app, remembered devices and unfinished sign-ins are removed',
  ],
})

export const dropSecondFactor = endpoint({
  ...at('dropsecondfactor'),
  ...change,
  id: 'desktop.dropSecondFactor',
  summary: 'Turn off the second factor',
  body: 'optional',
  input: z.object({}),
  output: envelope('dropsecondfactor', ownAccount),
  danger: true,
})

export const changePassword = endpoint({
  ...at('changepassword'),
  ...change,
  id: 'desktop.changePassword',
  summary: 'Change your password',
  input: z.object({
    old_password: base64Text,
    new_password: newPassword,
  }),
  output: envelope('changepassword', ownAccount),
  danger: true,
  assumes: [
    'Tokens other than the one of this call, sessions at the identity provider and remembered devices are revoked',
    'Application grants are revoked, except the grant of this call',
    'Incorrect old passwords count as failed sign-in attempts',
    'Common passwords and passwords based on the user name are rejected',
  ],
})

export const accountRows = {
  getOwnAccount,
  startAuthenticator,
  confirmAuthenticator,
  useMailCodes,
  dropSecondFactor,
  changePassword,
}
