/** Our own session: what the browser may know of it. Tokens, keys and codes stay in the proxy. */
import * as z from 'zod/mini'
import { authTypes } from './desktop/auth-types.ts'
import { endpoint } from './endpoint.ts'

/**
 * Name of the anti-CSRF header; every call of the browser carries it. Its value names the site that the page shows;
 * where there is only one, any value will do.
 */
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

/** A set of servers that belong together; each has pages, caches and sign-ins of its own. */
const site = z.object({ name: z.string(), title: z.string() })

/** Where there are several sites, the pages of each are below an address of its own. */
export const sitePath = (name: string) => `/sites/${name}`

/** The BroadcastChannel on which the tabs of a browser tell each other of the session. */
export const sessionChannel = 'triptych-session'
export const sessionNews = z.object({
  type: z.enum(['signed-in', 'signed-out', 'confirmed']),
  /** Whose session; without a name, each tab looks for itself. */
  site: z.optional(z.string()),
})
export type SessionNews = z.output<typeof sessionNews>

const signedOut = z.object({ state: z.literal('signed-out') })
const awaitingOtp = z.object({
  state: z.literal('otp'),
  /** The server's own instruction. */
  message: z.string(),
  /** Days that "remember" would apply; 0 when the server does not offer it. */
  rememberDays: z.int(),
  /** The first time with an authenticator app: what it has to be given, as text and as `otpauth:` address. */
  enrollment: z.optional(z.object({ secret: z.string(), address: z.string() })),
})
const signedIn = z.object({
  state: z.literal('signed-in'),
  user,
  /** How this session was begun; it decides how the person confirms who they are. */
  by: z.enum(['password', 'cloud']),
  site,
  /** All there are; links between them are full page loads. */
  sites: z.array(site),
  /** True while the console shows its embedded demo world. */
  demo: z.boolean(),
  /** By module: which setting of a connection is missing where the server names no rights of the module. */
  moduleHints: z.optional(z.record(z.string(), z.string())),
  /** How large a file may be that is sent to a server. */
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
    /** Whether desktop management takes a user name and a password. */
    password: z.boolean(),
    domains: z.array(z.string()),
    /** What people call the identity provider. */
    cloud: z.optional(z.string()),
    /** The server that signs people in does not answer as it should: the page of connections says why. */
    trouble: z.boolean(),
    /** Nobody can sign in yet: the first administrator is made by the set-up link. */
    setUpRequired: z.optional(z.boolean()),
  }),
  permission: 'anyone',
})

/** Of an address to come back to; it is stored for everybody who sets out. */
export const longestReturn = 1000

export const startCloudSignIn = endpoint({
  ...own,
  id: 'session.startCloudSignIn',
  summary: 'Sign in through the identity provider; returns the address to open',
  path: '/api/session.startCloudSignIn',
  input: z.object({
    /** Path of the console to come back to. */
    returnTo: z.optional(z.string().check(z.maxLength(longestReturn, `has at most ${longestReturn} characters`))),
    /** In a window of its own, beside the page that waits. */
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
