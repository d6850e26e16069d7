import * as z from 'zod/mini'
import { editions } from '#contract/console/connections.ts'
import { configuredDialect } from '#contract/dialect.ts'
import { endpoints } from '#contract/endpoints.ts'

/** For whoever reads the file; nothing else reads it. */
const about = { about: z.optional(z.string()) }

/** Stands in cookies and addresses. */
const name = z
  .string('must be a name of lower-case letters, digits and hyphens')
  .check(
    z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and hyphens, and begin with no hyphen'),
  )

/** A secret stands in the environment or in a file of its own, never in the file of connections. */
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

/** An address without what does not belong to it; each mistake is told by its name. */
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
  /** Token or API key of the console's own account there. */
  credential: z.optional(secretReference),
  /** With what the console asks for itself; a key that may only read is enough. */
  background_credential: z.optional(secretReference),
  /** Module of `user_permissions` whose rights count for it, such as Common. */
  module: z.optional(z.string().check(z.regex(/^\w+$/, 'must be the name of a module, such as "Common"'))),
  /** How fast the index of the fleet reads whole records there. */
  records_per_second: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  /** PEM of the authority behind the server's certificate. */
  ca_file: z.optional(file),
  deadlines: z.optional(deadlines),
})
const connection = unchecked.check(z.superRefine(refuseUnknown))

/** A misspelt operation would leave the one that was meant as it is, without a word. */
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

/** Where a callback may say that the person's accounts server is, or an answer that its API is. */
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
  /** The body keeps codes and secrets out of logs; the references state the query. */
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

/** Where a refused value stands, and why. */
type Refused = { path: PropertyKey[]; message: string }
type ReadFile = { sites: SiteEntry[]; placeOf: (site: number) => PropertyKey[] }

/** The file in either form: several sites, or the connections of the only one. */
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
  // A setting that is misspelt is missing as well: its spelling is what helps.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (!issue) return { path: [], message: 'is not accepted' }
  if (issue.code === 'unrecognized_keys') {
    return { path: issue.path, message: `has no setting "${issue.keys[0]}"; it has ${settingsAt(issue.path)}` }
  }
  return { path: issue.path, message: issue.message }
}

/** What may be written at a place, by the name of the place or of the list that it stands in. */
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

/** In words of people where a place above has none of its own. */
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

/** What no single place shows: names that are taken, services that are there twice, an edition without its identity. */
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
