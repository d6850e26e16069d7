import * as z from 'zod/mini'
import { editions } from '#contract/console/connections.ts'
import { configuredDialect } from '#contract/dialect.ts'
import { endpoints } from '#contract/endpoints.ts'

/** A free-text comment; ignored. */
const about = { about: z.optional(z.string()) }

/** Used in cookie names and URLs. */
const name = z
  .string('must be a name of lower-case letters, digits and hyphens')
  .check(
    z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and hyphens, and begin with no hyphen'),
  )

/** Secrets are referenced by environment variable or file, never stored in the connections file. */
const secretReference = z.union(
  [
    z.strictObject({ env: z.string().check(z.minLength(1)) }),
    z.strictObject({ file: z.string().check(z.minLength(1)) }),
  ],
  {
    error: 'must be { "env": "<variable>" } or { "file": "<path>" }: secrets do not stand in this file',
  },
)
export type SecretReference = z.output<typeof secretReference>

const file = z.string().check(z.minLength(1, 'must be the path of a file'))

/** Validates a URL. Each kind of mistake has its own message. */
const address = (example: string) =>
  z
    .pipe(
      z.url({ protocol: /^https?$/, error: `must be an address such as ${example}` }),
      z.transform((text) => new URL(text)),
    )
    .check(
      z.superRefine((url, context) => {
        const wrong = url.username || url.password ? credentialsIn : url.search ? queryIn : url.hash ? fragmentIn : ''
        if (wrong) context.issues.push({ code: 'custom', input: undefined, message: wrong })
      }),
    )
const credentialsIn = 'must not hold a user name or password: name the secret under "credential"'
const queryIn = 'must end before the "?": the console writes the parameters itself'
const fragmentIn = 'must end before the "#"'

const baseUrl = address('https://mdm.example.com:8383').check(
  z.superRefine((url, context) => {
    const path = /\/(api|oauth|webclient)(\/|$)/i.exec(url.pathname)
    if (!path) return
    const kept = url.pathname.slice(0, path.index)
    context.addIssue({
      code: 'custom',
      message: `must end before ${path[0]}: the console writes the path of each operation itself; write ${url.origin}${kept}`,
    })
  }),
)

const milliseconds = z.int().check(z.minimum(1), z.maximum(600_000))
const deadlines = z.strictObject({
  ...about,
  connectMs: z.optional(milliseconds),
  headersMs: z.optional(milliseconds),
  againMs: z.optional(milliseconds),
  bodyIdleMs: z.optional(milliseconds),
  overallMs: z.optional(milliseconds),
})

const unchecked = z.strictObject({
  ...about,
  name,
  service: z.enum(['desktop', 'mdm', 'keys'], 'must be "desktop", "mdm" or "keys"'),
  base_url: baseUrl,
  edition: z.optional(z.enum(editions, 'must be "on-premises" or "cloud"')),
  dialect: z.prefault(z.extend(configuredDialect, about), {}),
  /** Token or API key of the console's own account. */
  credential: z.optional(secretReference),
  /** Credential for the console's background requests; a read-only key is sufficient. */
  background_credential: z.optional(secretReference),
  /** Module of `user_permissions` whose rights apply to this service, such as Common. */
  module: z.optional(z.string().check(z.regex(/^\w+$/, 'must be the name of a module, such as "Common"'))),
  /** Maximum rate at which the device index reads full records. */
  records_per_second: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  /** PEM of the CA that issued the server certificate. */
  ca_file: z.optional(file),
  deadlines: z.optional(deadlines),
})
const connection = unchecked.check(z.superRefine(refuseUnknown))

/** A misspelled operation name would otherwise be ignored silently. */
function refuseUnknown(
  { service, dialect: { operations } }: z.output<typeof unchecked>,
  context: z.core.$RefinementCtx,
) {
  const unknown = Object.keys(operations).find((id) => !endpoints.has(id) || !id.startsWith(`${service}.`))
  if (unknown === undefined) return
  context.addIssue({
    code: 'custom',
    path: ['dialect', 'operations', unknown],
    message: `is no operation of ${service}; the API reference of the console names them, such as ${service === 'mdm' ? 'mdm.getDevice' : 'desktop.listComputers'}`,
  })
}
export type ConnectionEntry = z.output<typeof connection>

/** Origins that a callback may name as the user's accounts server, or a token response as its API. */
const origins = z._default(
  z.array(
    z.pipe(
      z.url({ protocol: /^https?$/, error: 'must be an address such as https://accounts.example.com' }),
      z.transform((text) => new URL(text).origin),
    ),
  ),
  [],
)

const identity = z.strictObject({
  ...about,
  title: z.string().check(z.minLength(1), z.maxLength(60)),
  auth_url: address('https://accounts.example.com'),
  client_id: z.string().check(z.minLength(1)),
  client_secret: secretReference,
  scopes: z.array(z.string().check(z.minLength(1))).check(z.minLength(1, 'must name one scope at least')),
  /** The references specify the query; the body keeps codes and secrets out of access logs. */
  parameters_in: z._default(z.enum(['query', 'body'], 'must be "query" or "body"'), 'body'),
  accounts_servers: origins,
  api_domains: origins,
  ca_file: z.optional(file),
})
export type IdentityEntry = z.output<typeof identity>

const connections = z.array(connection).check(z.minLength(1, 'must hold one connection at least'))
const site = z.strictObject({
  ...about,
  name,
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  identity: z.optional(identity),
  connections,
})
export type SiteEntry = z.output<typeof site>

const onlySite = z.strictObject({ ...about, identity: z.optional(identity), connections })
const severalSites = z.strictObject({
  ...about,
  sites: z.array(site).check(z.minLength(1, 'must hold one site at least')),
})

/** Path of a rejected value, and the reason. */
type Refused = { path: PropertyKey[]; message: string }
type ReadFile = { sites: SiteEntry[]; placeOf: (site: number) => PropertyKey[] }

/** Parses either form of the file: several sites, or the connections of a single site. */
export function readConnectionFile(content: unknown): ReadFile | Refused {
  const isObject = typeof content === 'object' && content !== null && !Array.isArray(content)
  if (!isObject) return { path: [], message: 'must be an object with "connections" or "sites"' }
  if ('sites' in content && 'connections' in content) {
    return { path: ['connections'], message: 'must stand within a site: the file has "sites"' }
  }
  if ('sites' in content) {
    const { data, error } = severalSites.safeParse(content, { error: messageOf })
    return error ? refusedBy(error) : wellNamed({ sites: data.sites, placeOf: (index) => ['sites', index] })
  }
  const { data, error } = onlySite.safeParse(content, { error: messageOf })
  if (error) return refusedBy(error)
  return wellNamed({ sites: [{ name: 'main', title: 'Main', ...data }], placeOf: () => [] })
}

function refusedBy({ issues }: z.core.$ZodError): Refused {
  // A misspelled key is also reported as missing; the unknown key is the more helpful message.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (!issue) return { path: [], message: 'is not accepted' }
  if (issue.code === 'unrecognized_keys') {
    return { path: issue.path, message: `has no setting "${issue.keys[0]}"; it has ${settingsAt(issue.path)}` }
  }
  return { path: issue.path, message: issue.message }
}

/** Allowed keys, by the name of the object or of the list that contains it. */
const settingsOf: Record<string, z.ZodMiniObject> = {
  connections: connection,
  sites: site,
  identity,
  dialect: configuredDialect,
  deadlines,
}
function settingsAt(path: PropertyKey[]) {
  const place = path.findLast((part) => typeof part === 'string')
  const settings = place === undefined ? undefined : settingsOf[place]
  if (!settings) return 'sites, or connections and identity'
  return Object.keys(settings.shape)
    .filter((name) => name !== 'about')
    .join(', ')
}

/** Messages for schema errors without a message of their own. */
const messageOf: z.core.$ZodErrorMap = ({ code, input, expected }) => {
  if (code !== 'invalid_type') return undefined
  return input === undefined ? 'is missing' : `must be ${kinds[expected] ?? expected}`
}
const kinds: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  array: 'a list: [ … ]',
  object: 'an object: { … }',
  record: 'an object: { … }',
}

/** Checks across entries: duplicate names, duplicate services, a cloud edition without identity settings. */
function wellNamed(read: ReadFile): ReadFile | Refused {
  const taken = new Set<string>()
  for (const [at, { name: siteName, identity: provider, connections: all }] of read.sites.entries()) {
    if (read.sites.findIndex((one) => one.name === siteName) < at) {
      return { path: ['sites', at, 'name'], message: `must differ from that of every other site: ${siteName} is taken` }
    }
    const services = new Set<string>()
    for (const [index, { name: called, service, edition }] of all.entries()) {
      const place = [...read.placeOf(at), 'connections', index]
      if (services.has(service)) {
        return {
          path: [...place, 'service'],
          message: `must differ: a site has one ${service}; make another site for the second`,
        }
      }
      if (taken.has(called)) {
        return {
          path: [...place, 'name'],
          message: `must differ from that of every other connection: ${called} is taken`,
        }
      }
      if (edition === 'cloud' && !provider) {
        return { path: [...place, 'edition'], message: 'can be "cloud" only where the site has an "identity"' }
      }
      services.add(service)
      taken.add(called)
    }
  }
  return read
}
