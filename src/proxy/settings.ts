import { isIP } from 'node:net'
import * as z from 'zod'

/**
 * Exit codes of the server: 0 stopped on request, 1 could not start or failed (one line on stderr says why, the log
 * says where), 2 a setting is not accepted (one line on stderr names it).
 */
export const exitCode = { stopped: 0, failed: 1, badSetting: 2 } as const

const port = (usual: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number, 0 to 65535')
    .transform(Number)
    .refine((number) => number <= 65_535, 'must be a port number, 0 to 65535')
    .default(usual)

export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host)

const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must be the address that browsers use, as https://console.example.com' })
  .transform((url) => new URL(url))
  .refine((url) => url.href === `${url.origin}/`, 'must be an origin alone, without a path')
  .refine(
    (url) => url.protocol === 'https:' || isLoopback(url.hostname),
    'must be https: browsers keep the session cookie on secure origins only',
  )

const seed = z.custom<'demo' | 'empty' | `large:${number}`>(
  (value) => /^(demo|empty|large:[1-9]\d{0,6})$/.test(String(value)),
  'must be demo, empty or large:<number of devices>',
)

const demoNetworks = ['127.0.0.0/8', '::1']

const networks = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .refine((list) => list.every(isNetwork), 'must be addresses or networks by commas, as 10.1.0.0/16,::1')
  .default(demoNetworks)

function isNetwork(network: string): boolean {
  const [, address = '', , bits] = /^([^/]+)(\/(\d{1,3}))?$/.exec(network) ?? []
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return !address.includes('%') && Number(bits ?? 0) <= most
}

const demoClient = z
  .string()
  .regex(/^[\w.-]{1,100}:[\x21-\x7e]{8,512}$/, 'must be id:secret; the secret has 8 to 512 visible ASCII characters')
  .transform((text) => {
    const colon = text.indexOf(':')
    return { id: text.slice(0, colon), secret: text.slice(colon + 1) }
  })

/** What an operator can set; README explains each. No message repeats a value: some are secrets. */
const environment = z
  .object({
    TRIPTYCH_HOST: z.string().default('127.0.0.1'),
    TRIPTYCH_PORT: port(8080),
    TRIPTYCH_PUBLIC_URL: publicUrl.optional(),
    TRIPTYCH_SERVICES_PORT: port(8383),
    TRIPTYCH_KEYS_PORT: port(6565),
    TRIPTYCH_KEY_IN_URL: z.enum(['on', 'off'], 'must be on or off').default('on'),
    TRIPTYCH_DISCOVERY_NETWORKS: networks,
    TRIPTYCH_VAULT_PASSPHRASE_FILE: z.string().optional(),
    TRIPTYCH_DATA_DIR: z.string().default('data'),
    TRIPTYCH_DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// (unset = SQLite in the data folder)')
      .optional(),
    TRIPTYCH_SEED: seed.default('demo'),
    TRIPTYCH_DEMO_PASSWORD: z.string().max(1024, 'must have at most 1024 characters').optional(),
    TRIPTYCH_DEMO_API_KEY: z
      .string()
      .regex(/^[\x21-\x7e]{8,512}$/, 'must be 8 to 512 visible ASCII characters: it travels in a header')
      .optional(),
    TRIPTYCH_DEMO_CLIENT: demoClient.optional(),
    TRIPTYCH_CONNECTIONS: z.string().optional(),
    TRIPTYCH_MASTER_KEY_FILE: z.string().optional(),
    TRIPTYCH_LOG: z.string().optional(),
  })
  .refine(({ TRIPTYCH_HOST, TRIPTYCH_PUBLIC_URL }) => isLoopback(TRIPTYCH_HOST) || TRIPTYCH_PUBLIC_URL, {
    path: ['TRIPTYCH_HOST'],
    error:
      'must be a loopback address, unless TRIPTYCH_PUBLIC_URL names the https address of the TLS proxy in front of it',
  })

export type Settings = ReturnType<typeof readSettings>

/** Throws a one-line error naming the variable. An empty variable counts as unset. */
export function readSettings(variables: NodeJS.ProcessEnv) {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { success, data: value, error } = environment.safeParse(set)
  if (!success) throw new Error(`${String(error.issues[0]?.path[0])} ${error.issues[0]?.message}`)
  return {
    host: value.TRIPTYCH_HOST,
    port: value.TRIPTYCH_PORT,
    publicUrl: value.TRIPTYCH_PUBLIC_URL,
    servicesPort: value.TRIPTYCH_SERVICES_PORT,
    keysPort: value.TRIPTYCH_KEYS_PORT,
    keyInUrl: value.TRIPTYCH_KEY_IN_URL === 'on',
    discoveryNetworks: value.TRIPTYCH_DISCOVERY_NETWORKS,
    vaultPassphraseFile: value.TRIPTYCH_VAULT_PASSPHRASE_FILE,
    dataFolder: value.TRIPTYCH_DATA_DIR,
    databaseUrl: value.TRIPTYCH_DATABASE_URL,
    seed: value.TRIPTYCH_SEED,
    demoPassword: value.TRIPTYCH_DEMO_PASSWORD,
    demoApiKey: value.TRIPTYCH_DEMO_API_KEY,
    demoClient: value.TRIPTYCH_DEMO_CLIENT,
    connectionsFile: value.TRIPTYCH_CONNECTIONS,
    masterKeyFile: value.TRIPTYCH_MASTER_KEY_FILE,
    logFile: value.TRIPTYCH_LOG,
  }
}
