/** Our own session: what the browser may know of it. Tokens, keys and codes stay in the proxy. */
import * as z from 'zod'
import { authTypes } from './desktop/authentication.ts'
import { endpoint } from './endpoint.ts'

/** Name of the anti-CSRF header; every call of the browser carries it with any value. */
export const csrfHeader = 'x-triptych'
/** Where files travel to the proxy, a form does: this part of it is the rest of the input, as JSON. */
export const inputPart = 'input'
/** The browser's address of a row. */
export const addressOf = (row: { id: string }) => `/api/${row.id}`
export const apiPrefix = '/api/'

const user = z.object({
  name: z.string(),
  email: z.string(),
  authType: z.string(),
  /** `<Module>_<Read|Write|Admin>`, as the server sent them. */
  permissions: z.array(z.string()),
})

const signedOut = z.object({ state: z.literal('signed-out') })
const awaitingOtp = z.object({
  state: z.literal('otp'),
  /** The server's own instruction. */
  message: z.string(),
  /** Days that "remember" would apply; 0 when the server does not offer it. */
  rememberDays: z.int(),
})
const signedIn = z.object({
  state: z.literal('signed-in'),
  user,
  /** True while the console shows its embedded demo world. */
  demo: z.boolean(),
})
export const sessionState = z.discriminatedUnion('state', [signedOut, awaitingOtp, signedIn])
export type SessionState = z.output<typeof sessionState>
export type SignedIn = z.output<typeof signedIn>

const own = { source: 'ours', method: 'POST', carrier: 'json' } as const

export const currentSession = endpoint({
  ...own,
  id: 'session.current',
  summary: 'Who is signed in, or which step of signing in comes next',
  path: '/api/session.current',
  input: z.object({}),
  output: sessionState,
  permission: 'anyone',
  reads: ['session'],
})

export const signInOptions = endpoint({
  ...own,
  id: 'session.signInOptions',
  summary: 'The directory domains one can sign in to',
  path: '/api/session.signInOptions',
  input: z.object({}),
  output: z.object({ domains: z.array(z.string()) }),
  permission: 'anyone',
})

export const signIn = endpoint({
  ...own,
  id: 'session.signIn',
  summary: 'Sign in with user name and password',
  path: '/api/session.signIn',
  input: z.object({
    username: z.string().trim().min(1, 'Enter your user name').max(255, 'A user name has at most 255 characters'),
    password: z.string().min(1, 'Enter your password').max(1024, 'A password has at most 1024 characters'),
    auth_type: z.enum(authTypes).optional(),
    domainName: z.string().max(255).optional(),
  }),
  output: sessionState,
  permission: 'anyone',
  changes: ['session'],
})

export const verifyOtp = endpoint({
  ...own,
  id: 'session.verifyOtp',
  summary: 'Complete signing in with the one-time code',
  path: '/api/session.verifyOtp',
  input: z.object({
    otp: z
      .string()
      .overwrite((code) => code.replace(/[\s-]/g, ''))
      .regex(/^\d{6,8}$/, 'The code has 6 to 8 digits'),
    remember: z.boolean().optional(),
  }),
  output: sessionState,
  permission: 'anyone',
  changes: ['session'],
})

export const signOut = endpoint({
  ...own,
  id: 'session.signOut',
  summary: 'End this session',
  path: '/api/session.signOut',
  input: z.object({}),
  output: sessionState,
  permission: 'anyone',
  changes: ['session'],
})

export const session = { currentSession, signInOptions, signIn, verifyOtp, signOut }
