/** The console session as visible to the browser. Tokens, keys and codes remain in the proxy. */
import * as z from 'zod/mini'
import { authTypes } from './desktop/auth-types.ts'
import { endpoint } from './endpoint.ts'

/**
 * Anti-CSRF header, required on every call of the browser. Its value is the name of the page's site; with a single
 * site, any value is accepted.
 */
export const csrfHeader = 'x-triptych'
/** Part of a multipart form that holds the rest of the input, as JSON. */
export const inputPart = 'input'
/** Path of an endpoint at the proxy. */
export const addressOf = (row: { id: string }) => `/api/${row.id}`
export const apiPrefix = '/api/'

const user = z.object({
  name: z.string(),
  email: z.string(),
  authType: z.string(),
  /** `<Module>_<Read|Write|Admin>`, as sent by the server. */
  permissions: z.array(z.string()),
})

/** A set of connected servers with its own pages, caches and sessions. */
const site = z.object({ name: z.string(), title: z.string() })

/** With several sites, each has its own base path. */
export const sitePath = (name: string) => `/sites/${name}`

/** BroadcastChannel for session changes between the browser's tabs. */
export const sessionChannel = 'triptych-session'
export const sessionNews = z.object({
  type: z.enum(['signed-in', 'signed-out', 'confirmed']),
  /** Name of the session's site; if absent, every tab checks its session. */
  site: z.optional(z.string()),
})
export type SessionNews = z.output<typeof sessionNews>

const signedOut = z.object({ state: z.literal('signed-out') })
const awaitingOtp = z.object({
  state: z.literal('otp'),
  /** Instruction from the server. */
  message: z.string(),
  /** Days for which a device can be remembered; 0 if not offered. */
  rememberDays: z.int(),
  /** For enrolling an authenticator app: its secret, and the `otpauth:` URI. */
  enrollment: z.optional(z.object({ secret: z.string(), address: z.string() })),
})
const signedIn = z.object({
  state: z.literal('signed-in'),
  user,
  /** Type of sign-in, which determines how identity is confirmed. */
  by: z.enum(['password', 'cloud']),
  site,
  /** All sites; links between them are full page loads. */
  sites: z.array(site),
  /** Whether demo data is shown. */
  demo: z.boolean(),
  /** By module: the connection setting that is missing if the server states no permissions for it. */
  moduleHints: z.optional(z.record(z.string(), z.string())),
  /** Maximum size of an uploaded file. */
  maxUploadBytes: z.optional(z.int()),
})
export const sessionState = z.discriminatedUnion('state', [signedOut, awaitingOtp, signedIn])
export type SessionState = z.output<typeof sessionState>
export type SignedIn = z.output<typeof signedIn>

export const own = { source: 'extension', method: 'POST', encoding: 'json' } as const

export const currentSession = endpoint({
  ...own,
  id: 'session.current',
  summary: 'Current user, or the next sign-in step',
  path: '/api/session.current',
  input: z.object({}),
  output: sessionState,
  permission: 'anyone',
  reads: ['session.current'],
})

export const signInOptions = endpoint({
  ...own,
  id: 'session.signInOptions',
  summary: 'Available sign-in methods: password, directory domains, identity provider',
  path: '/api/session.signInOptions',
  input: z.object({}),
  output: z.object({
    site,
    sites: z.array(site),
    /** Whether desktop management accepts a user name and password. */
    password: z.boolean(),
    domains: z.array(z.string()),
    /** Display name of the identity provider. */
    cloud: z.optional(z.string()),
    /** Whether the server for sign-in has a problem; the connections page explains it. */
    trouble: z.boolean(),
    /** Whether no account exists yet: the set-up link creates the first administrator. */
    setUpRequired: z.optional(z.boolean()),
  }),
  permission: 'anyone',
})

/** Length of a return address, which is stored for every started sign-in. */
export const longestReturn = 1000

export const startCloudSignIn = endpoint({
  ...own,
  id: 'session.startCloudSignIn',
  summary: 'Sign in through the identity provider; returns the address to open',
  path: '/api/session.startCloudSignIn',
  input: z.object({
    /** Console path to return to. */
    returnTo: z.optional(z.string().check(z.maxLength(longestReturn, `has at most ${longestReturn} characters`))),
    /** Whether it opens in a separate window while the page waits. */
    inWindow: z.optional(z.boolean()),
  }),
  output: z.object({ address: z.string() }),
  permission: 'anyone',
})

export const signIn = endpoint({
  ...own,
  id: 'session.signIn',
  summary: 'Sign in with user name and password',
  target: ['domainName'],
  path: '/api/session.signIn',
  input: z.object({
    username: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter your user name'),
        z.maxLength(255, 'A user name has at most 255 characters'),
      ),
    password: z
      .string()
      .check(z.minLength(1, 'Enter your password'), z.maxLength(1024, 'A password has at most 1024 characters')),
    auth_type: z.optional(z.enum(authTypes)),
    domainName: z.optional(z.string().check(z.maxLength(255))),
  }),
  output: sessionState,
  permission: 'anyone',
  changes: ['session.current'],
})

export const verifyOtp = endpoint({
  ...own,
  id: 'session.verifyOtp',
  summary: 'Complete sign-in with the one-time code',
  path: '/api/session.verifyOtp',
  input: z.object({
    otp: z.string().check(
      z.overwrite((code) => code.replace(/[\s-]/g, '')),
      z.regex(/^\d{6,8}$/, 'The code has 6 to 8 digits'),
    ),
    remember: z.optional(z.boolean()),
  }),
  output: sessionState,
  permission: 'anyone',
  changes: ['session.current'],
})

export const signOut = endpoint({
  ...own,
  id: 'session.signOut',
  summary: 'End this session',
  path: '/api/session.signOut',
  input: z.object({}),
  output: sessionState,
  permission: 'anyone',
  changes: ['session.current'],
})

export const session = { currentSession, signInOptions, startCloudSignIn, signIn, verifyOtp, signOut }
