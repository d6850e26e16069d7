import * as z from 'zod'
import { type Json, isJsonObject } from './json.ts'
import type { ServiceName } from './problem.ts'
import { isFilePart } from './wire.ts'

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
const ownPath = z.string().regex(/^\/[\w./{}-]*$/, 'must be a path such as /api/{version}/som/computers')
const operation = z.union(
  [
    z.literal(false),
    z.strictObject({
      method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
      path: ownPath.optional(),
      /** Where a server has an address for each role (desktop-management, Using the token). */
      adminPath: ownPath.optional(),
      userPath: ownPath.optional(),
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
  version: z.string().default('1.3'),
  /** Path prefix of mobile-device-management (`/api/v1/mdm` on many real servers). */
  prefix: z
    .string()
    .regex(/^\/[\w./-]+$/)
    .default('/api/v1'),
  /**
   * Name in the references → name on that server's wire; whole names, both directions: of fields, of operations
   * and resources in paths, of choices such as EXTCA, of columns, and of the scheme before a token.
   */
  names: z.record(z.string().min(1), z.string().min(1)).check(differ).default({}),
  /** Header that carries the credential; without it the one of the service's reference. */
  credentialHeader: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/)
    .optional(),
  /** Where INPUT_DATA and tokens of a POST travel: the query by the references, a form body where no log shall see it. */
  inputData: z.enum(['query', 'body']).default('query'),
  /** Query parameters that server refuses; they are left out. */
  omits: z.array(z.string()).default([]),
  /** Operations that are elsewhere on that server, or not there at all (`false`): by id, as the API reference names them. */
  operations: z.record(z.string(), operation).default({}),
  /** Path of the API root of mobile-device-management, where the addresses of resources are to be asked for. */
  apiRoot: ownPath.optional(),
  /** Templates of its certification authority that make certificates for servers, devices and people only. */
  endEntityTemplates: z.array(z.string().min(1)).default([]),
  /** Index of the first page in lists of desktop-management: 0 in the reference, 1 on real servers. */
  pageBase: z.literal([0, 1]).default(0),
  /** How that server writes what it answers. Only who serves needs them: reading takes every form. */
  quirks: z.array(z.enum(quirks)).default([]),
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
export const configuredDialect = dialect.extend({ pageBase: z.literal([0, 1, 'auto']).default('auto') })
export type ConfiguredDialect = z.output<typeof configuredDialect>

function differ({ value, issues }: z.core.ParsePayload<Record<string, string>>) {
  const theirs = Object.values(value)
  const twice = theirs.find((name, at) => theirs.indexOf(name) < at)
  if (twice === undefined) return
  issues.push({ code: 'custom', input: value, message: `must not give two names the same one, ${twice}` })
}

/** The prefix that rows of mobile-device-management are written with. */
export const mdmPrefix = defaultDialect.prefix

/** A dialect without names needs no translation: bodies pass through untouched. */
export const translates = (speaks: Dialect) => Object.keys(speaks.names).length > 0

/** Reference names → that server's names. */
export const toServerNames = (value: Json, speaks: Dialect): Json =>
  translates(speaks) ? renamed(value, new Map(Object.entries(speaks.names))) : value

/** That server's names → reference names. */
export const fromServerNames = (value: Json, speaks: Dialect): Json =>
  translates(speaks)
    ? renamed(value, new Map(Object.entries(speaks.names).map(([ours, theirs]) => [theirs, ours])))
    : value

/** One name by itself: a segment of a path, a choice, the scheme of a token. */
export const serverName = (name: string, { names }: Dialect) =>
  (Object.hasOwn(names, name) ? names[name] : name) ?? name

const renamed = (value: Json, names: ReadonlyMap<string, string>): Json => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names))
  if (!isJsonObject(value) || isFilePart(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [names.get(key) ?? key, renamed(item, names)]))
}

/** A path in the prefix of that server; only the one of mobile device management varies. */
export const withPrefix = (service: ServiceName, path: string, speaks: Dialect) =>
  service === 'mdm' && path.startsWith(mdmPrefix) ? speaks.prefix + path.slice(mdmPrefix.length) : path
