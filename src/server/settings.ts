import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { isLoopback } from '#platform/network/loopback.ts'

/**
 * Exit codes: 0 stopped on request, 1 startup or runtime failure (reason on stderr, stack in the log), 2 invalid
 * setting (named on stderr).
 */
export const exitCode = { stopped: 0, failed: 1, badSetting: 2 } as const

const anyPort = z
  .pipe(z.string().check(z.regex(/^\d{1,5}$/, 'must be a port number, 0 to 65535')), z.transform(Number))
  .check(z.refine((number) => number <= 65_535, 'must be a port number, 0 to 65535'))
const port = (fallback: number) => z._default(anyPort, fallback)

const count = (min: number, max: number) =>
  z
    .pipe(z.string().check(z.regex(/^\d{1,9}$/, `must be a number from ${min} to ${max}`)), z.transform(Number))
    .check(z.refine((number) => number >= min && number <= max, `must be a number from ${min} to ${max}`))

/** Time for load balancers to notice the failing /readyz before the port closes. */
const defaultDrainSeconds = 5

const publicUrl = z
  .pipe(
    z.url({ protocol: /^https?$/, error: 'must be the address that browsers use, as https://console.example.com' }),
    z.transform((url) => new URL(url)),
  )
  .check(
    z.refine((url) => url.href === `${url.origin}/`, 'must be an origin alone, without a path'),
    z.refine(
      (url) => url.protocol === 'https:' || isLoopback(url.hostname),
      'must be https: browsers keep the session cookie on secure origins only',
    ),
  )

/**
 * CRLs and OCSP responses are signed, and clients fetch them before they trust any certificate, so plain http is
 * common.
 */
const statusUrl = z
  .pipe(
    z.url({ protocol: /^https?$/, error: 'must be an address that other machines reach, as http://pki.example.com' }),
    z.transform((url) => new URL(url)),
  )
  .check(z.refine((url) => url.href === `${url.origin}/`, 'must be an origin alone, without a path'))

/** ACME clients require TLS; the port is that of key management. */
const acmeUrl = z
  .pipe(
    z.url({ protocol: /^https$/, error: 'must be the address that ACME clients use, as https://acme.example.com' }),
    z.transform((url) => new URL(url)),
  )
  .check(z.refine((url) => url.href === `${url.origin}/`, 'must be an origin alone, without a path'))

const nameServer = z
  .string()
  .check(
    z.refine(
      (text) => isIP(text.replace(/^\[(.*)\](:\d{1,5})?$/, '$1').replace(/^([\d.]+):\d{1,5}$/, '$1')) !== 0,
      'must be the address of a name server, as 10.0.0.53 or 10.0.0.53:5353',
    ),
  )

const seed = z.custom<'demo' | 'empty' | `large:${number}`>(
  (value) => typeof value === 'string' && /^(demo|empty|large:[1-9]\d{0,6})$/.test(value),
  'must be demo, empty or large:<number of devices>',
)

/** Users of a public console must not reach services that listen on the server's loopback interface. */
const loopbackNetworks = ['127.0.0.0/8', '::1']

const networks = z
  .pipe(
    z.string(),
    z.transform((text) => text.split(',').map((network) => network.trim())),
  )
  .check(z.refine((list) => list.every(isNetwork), 'must be addresses or networks by commas, as 10.1.0.0/16,::1'))

function isNetwork(network: string): boolean {
  const [, address = '', , bits] = /^([^/]+)(\/(\d{1,3}))?$/.exec(network) ?? []
  const max = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return !address.includes('%') && Number(bits ?? 0) <= max
}

const demoClient = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^[\w.-]{1,100}:[\x21-\x7e]{8,512}$/,
        'must be id:secret; the secret has 8 to 512 visible ASCII characters',
      ),
    ),
  z.transform((text) => {
    const colon = text.indexOf(':')
    return { id: text.slice(0, colon), secret: text.slice(colon + 1) }
  }),
)

const firstAdmin = z.pipe(
  z.string().check(z.regex(/^[^:\s][^:]*:./s, 'must be name:password')),
  z.transform((text) => {
    const colon = text.indexOf(':')
    return { name: text.slice(0, colon), password: text.slice(colon + 1) }
  }),
)

const servicesUrl = z
  .pipe(
    z.url({
      protocol: /^https$/,
      error: 'must be the address of the services tier, as https://services.internal:8383',
    }),
    z.transform((url) => new URL(url)),
  )
  .check(z.refine((url) => url.href === `${url.origin}/`, 'must be an origin alone, without a path'))

/** Tiers of this process: the console with its proxy, the embedded services, or both. */
const roles = ['all', 'console', 'services'] as const

/**
 * Environment variables, documented in .github/configuration.md. No message repeats a value, since some are secrets.
 */
const environment = z
  .object({
    TRIPTYCH_HOST: z._default(z.string(), '127.0.0.1'),
    TRIPTYCH_PORT: port(8080),
    TRIPTYCH_PUBLIC_URL: z.optional(publicUrl),
    TRIPTYCH_STATUS_URL: z.optional(statusUrl),
    TRIPTYCH_TRUSTED_PROXIES: z._default(networks, []),
    TRIPTYCH_ROLE: z._default(z.enum(roles, 'must be all, console or services'), 'all'),
    TRIPTYCH_SERVICES_HOST: z._default(z.string(), '127.0.0.1'),
    TRIPTYCH_SERVICES_URL: z.optional(servicesUrl),
    TRIPTYCH_METRICS_PORT: z.optional(anyPort),
    TRIPTYCH_METRICS_HOST: z._default(z.string(), '127.0.0.1'),
    TRIPTYCH_SERVICES_PORT: port(8383),
    TRIPTYCH_KEYS_PORT: port(6565),
    TRIPTYCH_KEY_IN_URL: z.optional(z.enum(['on', 'off'], 'must be on or off')),
    TRIPTYCH_DISCOVERY_NETWORKS: z.optional(networks),
    TRIPTYCH_WEBHOOK_NETWORKS: z.optional(networks),
    TRIPTYCH_ACME_URL: z.optional(acmeUrl),
    TRIPTYCH_ACME_HTTP_PORT: z.optional(anyPort),
    TRIPTYCH_ACME_TLS_PORT: z.optional(anyPort),
    TRIPTYCH_ACME_NAME_SERVER: z.optional(nameServer),
    TRIPTYCH_VAULT_PASSPHRASE_FILE: z.optional(z.string()),
    TRIPTYCH_DATA_DIR: z._default(z.string(), 'data'),
    TRIPTYCH_DATABASE_URL: z.optional(
      z
        .string()
        .check(z.regex(/^postgres(ql)?:\/\//, 'must start with postgres:// (unset = SQLite in the data folder)')),
    ),
    TRIPTYCH_DATABASE_POOL: z._default(count(1, 1000), 10),
    TRIPTYCH_DATABASE_STATEMENT_TIMEOUT_MS: z._default(count(0, 3_600_000), 30_000),
    TRIPTYCH_DATABASE_LOCK_TIMEOUT_MS: z._default(count(0, 3_600_000), 10_000),
    TRIPTYCH_BACKUP_DIR: z.optional(z.string()),
    TRIPTYCH_BACKUP_KEEP: z._default(count(1, 1000), 14),
    TRIPTYCH_SEED: z._default(seed, 'demo'),
    TRIPTYCH_DEMO_PASSWORD: z.optional(z.string().check(z.maxLength(1024, 'must have at most 1024 characters'))),
    TRIPTYCH_DEMO_API_KEY: z.optional(
      z
        .string()
        .check(z.regex(/^[\x21-\x7e]{8,512}$/, 'must be 8 to 512 visible ASCII characters: it travels in a header')),
    ),
    TRIPTYCH_DEMO_CLIENT: z.optional(demoClient),
    TRIPTYCH_FIRST_ADMIN: z.optional(firstAdmin),
    TRIPTYCH_SMTP_URL: z.optional(
      z.url({ protocol: /^smtps?$/, error: 'must be smtp://user:password@host:port or smtps://…' }),
    ),
    TRIPTYCH_MAIL_FROM: z.optional(
      z
        .string()
        .check(
          z.maxLength(320),
          z.regex(
            /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
            'must be an email address, as triptych@example.com',
          ),
        ),
    ),
    TRIPTYCH_LAB: z.optional(z.enum(['on', 'off'], 'must be on or off')),
    TRIPTYCH_CONNECTIONS: z.optional(z.string()),
    TRIPTYCH_MASTER_KEY_FILE: z.optional(z.string()),
    TRIPTYCH_UPLOAD_MAX_MB: z._default(count(1, 16_384), 512),
    TRIPTYCH_LOG: z.optional(z.string()),
    TRIPTYCH_DRAIN_SECONDS: z.optional(count(0, 999)),
    TRIPTYCH_RETENTION_DAYS: z.optional(count(30, 36_500)),
  })
  .check(
    z.refine(({ TRIPTYCH_HOST, TRIPTYCH_PUBLIC_URL }) => isLoopback(TRIPTYCH_HOST) || TRIPTYCH_PUBLIC_URL, {
      path: ['TRIPTYCH_HOST'],
      error:
        'must be a loopback address, unless TRIPTYCH_PUBLIC_URL names the https address of the TLS proxy in front of it',
    }),
  )

function mailServerOf(smtpUrl: string | undefined, from: string | undefined) {
  if (smtpUrl === undefined) return undefined
  const url = new URL(smtpUrl)
  const host = isIP(url.hostname) ? `[${url.hostname}]` : url.hostname
  return { url, from: from ?? `triptych@${host}` }
}

/** Required when each tier runs in its own process. */
const neededByTiers = ['TRIPTYCH_SERVICES_URL', 'TRIPTYCH_PUBLIC_URL', 'TRIPTYCH_DATABASE_URL'] as const

function checkTiers(value: z.output<typeof environment>) {
  const { TRIPTYCH_ROLE: role, TRIPTYCH_SERVICES_HOST: host, TRIPTYCH_CONNECTIONS: connections } = value
  if (role !== 'services' && !isLoopback(host)) {
    throw new Error('TRIPTYCH_SERVICES_HOST must be a loopback address, unless TRIPTYCH_ROLE is services')
  }
  if (role === 'services' && connections !== undefined) {
    throw new Error('TRIPTYCH_ROLE must not be services where TRIPTYCH_CONNECTIONS names real servers')
  }
  if (role === 'all' || connections !== undefined) return
  const missing = neededByTiers.find((name) => value[name] === undefined)
  if (missing) throw new Error(`${missing} must be set, and be the same for both tiers, where TRIPTYCH_ROLE is ${role}`)
}

export type Settings = ReturnType<typeof readSettings>

/** Throws a one-line error that names the variable. An empty variable counts as unset. */
export function readSettings(variables: NodeJS.ProcessEnv) {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { success, data: value, error } = environment.safeParse(set)
  if (!success) throw new Error(`${String(error.issues[0]?.path[0])} ${error.issues[0]?.message}`)
  checkTiers(value)
  const isPublic = value.TRIPTYCH_PUBLIC_URL !== undefined
  return {
    host: value.TRIPTYCH_HOST,
    port: value.TRIPTYCH_PORT,
    publicUrl: value.TRIPTYCH_PUBLIC_URL,
    statusUrl: value.TRIPTYCH_STATUS_URL,
    trustedProxies: value.TRIPTYCH_TRUSTED_PROXIES,
    role: value.TRIPTYCH_ROLE,
    servicesHost: value.TRIPTYCH_SERVICES_HOST,
    servicesUrl: value.TRIPTYCH_SERVICES_URL,
    metricsPort: value.TRIPTYCH_METRICS_PORT,
    metricsHost: value.TRIPTYCH_METRICS_HOST,
    servicesPort: value.TRIPTYCH_SERVICES_PORT,
    keysPort: value.TRIPTYCH_KEYS_PORT,
    keyInUrl: (value.TRIPTYCH_KEY_IN_URL ?? (isPublic ? 'off' : 'on')) === 'on',
    discoveryNetworks: value.TRIPTYCH_DISCOVERY_NETWORKS ?? (isPublic ? [] : loopbackNetworks),
    webhookNetworks: value.TRIPTYCH_WEBHOOK_NETWORKS ?? [],
    acmeUrl: value.TRIPTYCH_ACME_URL,
    challenges: {
      httpPort: value.TRIPTYCH_ACME_HTTP_PORT,
      tlsPort: value.TRIPTYCH_ACME_TLS_PORT,
      nameServer: value.TRIPTYCH_ACME_NAME_SERVER,
    },
    vaultPassphraseFile: value.TRIPTYCH_VAULT_PASSPHRASE_FILE,
    dataFolder: value.TRIPTYCH_DATA_DIR,
    databaseUrl: value.TRIPTYCH_DATABASE_URL,
    databaseLimits: {
      connections: value.TRIPTYCH_DATABASE_POOL,
      statementMs: value.TRIPTYCH_DATABASE_STATEMENT_TIMEOUT_MS,
      lockMs: value.TRIPTYCH_DATABASE_LOCK_TIMEOUT_MS,
    },
    backups: value.TRIPTYCH_BACKUP_DIR
      ? { folder: value.TRIPTYCH_BACKUP_DIR, keep: value.TRIPTYCH_BACKUP_KEEP }
      : undefined,
    seed: value.TRIPTYCH_SEED,
    demoPassword: value.TRIPTYCH_DEMO_PASSWORD,
    demoApiKey: value.TRIPTYCH_DEMO_API_KEY,
    demoClient: value.TRIPTYCH_DEMO_CLIENT,
    firstAdmin: value.TRIPTYCH_FIRST_ADMIN,
    mailServer: mailServerOf(value.TRIPTYCH_SMTP_URL, value.TRIPTYCH_MAIL_FROM),
    lab: value.TRIPTYCH_LAB,
    connectionsFile: value.TRIPTYCH_CONNECTIONS,
    masterKeyFile: value.TRIPTYCH_MASTER_KEY_FILE,
    maxUploadBytes: value.TRIPTYCH_UPLOAD_MAX_MB * 1024 * 1024,
    logFile: value.TRIPTYCH_LOG,
    drainMs: 1000 * (value.TRIPTYCH_DRAIN_SECONDS ?? (value.TRIPTYCH_PUBLIC_URL ? defaultDrainSeconds : 0)),
    retentionDays: value.TRIPTYCH_RETENTION_DAYS,
  }
}
