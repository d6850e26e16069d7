import * as z from 'zod/mini'
import type { ServiceName } from './problem.ts'

/**
 * Deviations of real servers: of desktop-management, where the reference defines none of these or an envelope for
 * authentication only, and of mobile-device-management, where the reference has text and integers.
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

/** Path below the base URL, with `{version}` and inputs in braces. */
const ownPath = z.string().check(z.regex(/^\/[\w./{}-]*$/, 'must be a path such as /api/{version}/som/computers'))
const operation = z.union(
  [
    z.literal(false),
    z.strictObject({
      method: z.optional(z.enum(['GET', 'POST', 'PUT', 'DELETE'])),
      path: z.optional(ownPath),
      /** For servers with a separate address per role (desktop-management, Using the token). */
      adminPath: z.optional(ownPath),
      userPath: z.optional(ownPath),
    }),
  ],
  { error: 'must be false, or an object with method, path, adminPath or userPath' },
)

/**
 * How a connected server differs from the references. The default is the form of the references, which the embedded
 * services use.
 */
export const dialect = z.strictObject({
  /** Version segment of desktop-management paths. */
  version: z._default(z.string(), '1.3'),
  /** Path prefix of mobile-device-management (`/api/v1/mdm` on many real servers). */
  prefix: z._default(z.string().check(z.regex(/^\/[\w./-]+$/)), '/api/v1'),
  /**
   * Name in the references → name on that server's wire, for both directions. Whole names only: of fields, of
   * operations and resources in paths, of choices such as EXTCA, of columns, and of the token scheme.
   */
  names: z._default(z.record(z.string().check(z.minLength(1)), z.string().check(z.minLength(1))).check(differ), {}),
  /** Header of the credential, if not that of the service's reference. */
  credentialHeader: z.optional(z.string().check(z.regex(/^[A-Za-z][\w-]*$/))),
  /**
   * Where POST requests carry INPUT_DATA and tokens: in the query as in the references, or in a form body to keep them
   * out of logs.
   */
  inputData: z._default(z.enum(['query', 'body']), 'query'),
  /** Query parameters that the server rejects; they are not sent. */
  omits: z._default(z.array(z.string()), []),
  /** Operations with another path, or not offered (`false`), by ID as in the API reference. */
  operations: z._default(z.record(z.string(), operation), {}),
  /** Path of the API root of mobile-device-management, if resource addresses are read from it. */
  apiRoot: z.optional(ownPath),
  /** Templates of its certification authority that issue certificates for servers, devices and people only. */
  endEntityTemplates: z._default(z.array(z.string().check(z.minLength(1))), []),
  /** Number of the first page in lists of desktop-management: 0 in the reference, 1 on real servers. */
  pageBase: z._default(z.literal([0, 1]), 0),
  /** Response format deviations. Only servers need them: clients accept every form. */
  quirks: z._default(z.array(z.enum(quirks)), []),
})
/** Information beyond the configuration: the caller, and the content of the API root. */
type CallContext = {
  role?: 'admin' | 'user'
  /** Paths of collections by name; `false` if not offered. */
  resources?: Readonly<Record<string, string | false>>
}
export type Dialect = z.output<typeof dialect> & CallContext
export const defaultDialect: Dialect = dialect.parse({})

/** In the connections file, the page base can be detected automatically. */
export const configuredDialect = z.extend(dialect, { pageBase: z._default(z.literal([0, 1, 'auto']), 'auto') })
export type ConfiguredDialect = z.output<typeof configuredDialect>

function differ({ value, issues }: z.core.ParsePayload<Record<string, string>>) {
  const theirs = Object.values(value)
  const twice = theirs.find((name, at) => theirs.indexOf(name) < at)
  if (twice === undefined) return
  issues.push({ code: 'custom', input: value, message: `must not give two names the same one, ${twice}` })
}

/** Default prefix of mobile-device-management paths. */
export const mdmPrefix = defaultDialect.prefix

/** Applies the server's path prefix, which varies for mobile device management only. */
export const withPrefix = (service: ServiceName, path: string, speaks: Dialect) =>
  service === 'mdm' && path.startsWith(mdmPrefix) ? speaks.prefix + path.slice(mdmPrefix.length) : path
