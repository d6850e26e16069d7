import * as z from 'zod/mini'
import type { ServiceName } from './problem.ts'

/**
 * Habits of real servers: of desktop-management, where the reference has none of them or
 * states an envelope for signing in only, and of mobile-device-management, where it has text and integers.
 */
export const quirks = [
  'capitalised envelope',
  'no envelope',
  'text/plain',
  '-- for empty',
  'errors in HTTP 200',
  'restrictions as text',
] as const
export type Quirk = (typeof quirks)[number]

/** Below the base URL, with `{version}` and inputs of the operation in braces. */
const ownPath = z.string().check(z.regex(/^\/[\w./{}-]*$/, 'must be a path such as /api/{version}/som/computers'))
const operation = z.union(
  [
    z.literal(false),
    z.strictObject({
      method: z.optional(z.enum(['GET', 'POST', 'PUT', 'DELETE'])),
      path: z.optional(ownPath),
      /** Where a server has an address for each role (desktop-management, Using the token). */
      adminPath: z.optional(ownPath),
      userPath: z.optional(ownPath),
    }),
  ],
  { error: 'must be false, or an object with method, path, adminPath or userPath' },
)

/**
 * How a connected server differs from the references, as data. The references' own words are the default, and what
 * the embedded services speak.
 */
export const dialect = z.strictObject({
  /** Version segment of desktop-management paths. */
  version: z._default(z.string(), '1.3'),
  /** Path prefix of mobile-device-management (`/api/v1/mdm` on many real servers). */
  prefix: z._default(z.string().check(z.regex(/^\/[\w./-]+$/)), '/api/v1'),
  /**
   * Name in the references → name on that server's wire; whole names, both directions: of fields, of operations
   * and resources in paths, of choices such as EXTCA, of columns, and of the scheme before a token.
   */
  names: z._default(z.record(z.string().check(z.minLength(1)), z.string().check(z.minLength(1))).check(differ), {}),
  /** Header that carries the credential; without it the one of the service's reference. */
  credentialHeader: z.optional(z.string().check(z.regex(/^[A-Za-z][\w-]*$/))),
  /** Where INPUT_DATA and tokens of a POST travel: the query by the references, a form body where no log shall see it. */
  inputData: z._default(z.enum(['query', 'body']), 'query'),
  /** Query parameters that server refuses; they are left out. */
  omits: z._default(z.array(z.string()), []),
  /** Operations that are elsewhere on that server, or not there at all (`false`): by id, as the API reference names them. */
  operations: z._default(z.record(z.string(), operation), {}),
  /** Path of the API root of mobile-device-management, where the addresses of resources are to be asked for. */
  apiRoot: z.optional(ownPath),
  /** Templates of its certification authority that make certificates for servers, devices and people only. */
  endEntityTemplates: z._default(z.array(z.string().check(z.minLength(1))), []),
  /** Index of the first page in lists of desktop-management: 0 in the reference, 1 on real servers. */
  pageBase: z._default(z.literal([0, 1]), 0),
  /** How that server writes what it answers. Only who serves needs them: reading takes every form. */
  quirks: z._default(z.array(z.enum(quirks)), []),
})
/** What is known beyond the configuration: for whom a call is, and what the API root says. */
type Known = {
  role?: 'admin' | 'user'
  /** Paths of the collections by name; `false` is not offered. */
  resources?: Readonly<Record<string, string | false>>
}
export type Dialect = z.output<typeof dialect> & Known
export const defaultDialect: Dialect = dialect.parse({})

/** As an operator writes it: where pages start can be left to be found out. */
export const configuredDialect = z.extend(dialect, { pageBase: z._default(z.literal([0, 1, 'auto']), 'auto') })
export type ConfiguredDialect = z.output<typeof configuredDialect>

function differ({ value, issues }: z.core.ParsePayload<Record<string, string>>) {
  const theirs = Object.values(value)
  const twice = theirs.find((name, at) => theirs.indexOf(name) < at)
  if (twice === undefined) return
  issues.push({ code: 'custom', input: value, message: `must not give two names the same one, ${twice}` })
}

/** The prefix that rows of mobile-device-management are written with. */
export const mdmPrefix = defaultDialect.prefix

/** A path in the prefix of that server; only the one of mobile device management varies. */
export const withPrefix = (service: ServiceName, path: string, speaks: Dialect) =>
  service === 'mdm' && path.startsWith(mdmPrefix) ? speaks.prefix + path.slice(mdmPrefix.length) : path
