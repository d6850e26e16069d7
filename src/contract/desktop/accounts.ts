/**
 * Account administration. Real servers manage accounts in their own pages; only the embedded service has these
 * endpoints.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { flag, listOf, long, record, text } from '#contract/wire.ts'
import { envelope } from './envelope.ts'
import { newPassword } from './new-password.ts'

/** Roles: full access, read and write, read only. */
export const accountRoles = ['administrator', 'operator', 'helpdesk'] as const
export type AccountRole = (typeof accountRoles)[number]

/** A single word without whitespace, so that account names are unambiguous. */
export const accountName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a user name'),
    z.maxLength(100, 'Use 100 characters or fewer'),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@+-]*$/u, 'Use only letters, digits and . _ @ + -'),
  )

export const accountEmail = z.string().check(
  z.maxLength(255, 'Use 255 characters or fewer'),
  z.refine(
    (value) => value === '' || z.email().safeParse(value).success,
    'Enter an email address, such as name@example.com, or leave empty',
  ),
)

const account = record({
  user_id: long,
  user_name: text,
  email: text,
  role: text,
  second_factor: text,
  /** Whether an authenticator app has been set up. */
  enrolled: flag,
  disabled: flag,
})

const at = <const Name extends string>(name: Name) =>
  ({
    source: 'extension',
    path: `/api/{version}/desktop/accounts/${name}`,
    method: 'POST',
    encoding: 'json',
    permission: 'Common_Admin',
    changes: ['desktop.accounts', 'desktop.account'],
    danger: true,
  }) as const
const of = { user_id: z.string().check(z.regex(/^\d{1,15}$/, 'must be the id of an account')) }
const target = ['user_id'] as const
const lastAdministrator = 'The last enabled administrator cannot be disabled or given another role: 10008'
const accessEnds =
  'Tokens, browser sessions and application grants at the identity provider, remembered devices and unfinished sign-ins of the account are revoked'
const shownOnce = 'The password is random and returned only once'

export const listAccounts = endpoint({
  id: 'desktop.listAccounts',
  source: 'extension',
  summary: 'All accounts with their roles',
  method: 'GET',
  path: '/api/{version}/desktop/accounts',
  encoding: 'query',
  input: z.object({}),
  output: envelope(
    'accounts',
    record({
      accounts: listOf(account),
      /** Whether this server can send one-time codes by email. */
      mail_codes: flag,
    }),
  ),
  permission: 'Common_Admin',
  reads: ['desktop.accounts'],
  assumes: ['Accounts are disabled, not deleted, so that histories stay complete'],
})

export const createAccount = endpoint({
  ...at('create'),
  id: 'desktop.createAccount',
  summary: 'Create an account',
  target: ['user_name', 'role'],
  input: z.object({ user_name: accountName, email: accountEmail, role: z.enum(accountRoles) }),
  output: envelope('create', record({ account, password: text })),
  secret: true,
  assumes: [shownOnce],
})

export const changeAccount = endpoint({
  ...at('change'),
  id: 'desktop.changeAccount',
  summary: 'Change role or email address of an account',
  target: ['user_id', 'role'],
  input: z.object({ ...of, role: z.optional(z.enum(accountRoles)), email: z.optional(accountEmail) }),
  output: envelope('change', account),
  assumes: ['A new role applies from the next call, including existing tokens', lastAdministrator],
})

export const disableAccount = endpoint({
  ...at('disable'),
  id: 'desktop.disableAccount',
  summary: 'Disable an account and end its access',
  target,
  input: z.object(of),
  output: envelope('disable', account),
  assumes: [accessEnds, lastAdministrator],
})

export const enableAccount = endpoint({
  ...at('enable'),
  id: 'desktop.enableAccount',
  summary: 'Enable a disabled account',
  target,
  input: z.object(of),
  output: envelope('enable', account),
  assumes: ['Tokens issued before the account was disabled stay revoked'],
})

export const resetAccountPassword = endpoint({
  ...at('resetpassword'),
  id: 'desktop.resetAccountPassword',
  summary: 'Reset the password of an account and end its access',
  target,
  input: z.object(of),
  output: envelope('resetpassword', record({ account, password: text })),
  secret: true,
  assumes: [shownOnce, accessEnds],
})

export const resetAccountSecondFactor = endpoint({
  ...at('resetsecondfactor'),
  id: 'desktop.resetAccountSecondFactor',
  summary: 'Reset the second factor of an account',
  target,
  input: z.object(of),
  output: envelope('resetsecondfactor', account),
  assumes: [accessEnds],
})

export const endAccountSessions = endpoint({
  ...at('endsessions'),
  id: 'desktop.endAccountSessions',
  summary: 'Sign an account out everywhere',
  target,
  input: z.object(of),
  output: envelope('endsessions', account),
  assumes: [accessEnds],
})

/** Available only while no account exists. Called by the proxy for the page behind the set-up link. */
export const createFirstAdministrator = endpoint({
  id: 'desktop.createFirstAdministrator',
  source: 'extension',
  summary: 'Create the first administrator with the setup link printed at startup',
  method: 'POST',
  path: '/api/{version}/desktop/setup',
  encoding: 'json',
  input: z.object({
    token: z.string().check(z.minLength(1), z.maxLength(200)),
    user_name: accountName,
    email: accountEmail,
    password: newPassword,
  }),
  output: envelope('setup', account),
  permission: 'proxy',
  danger: true,
  assumes: ['A link expires after 24 hours or when an account exists; each start prints a new one'],
})

export const accountsRows = {
  listAccounts,
  createAccount,
  changeAccount,
  disableAccount,
  enableAccount,
  resetAccountPassword,
  resetAccountSecondFactor,
  endAccountSessions,
  createFirstAdministrator,
}
