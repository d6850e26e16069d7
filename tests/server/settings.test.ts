import { expect, test } from 'vitest'
import { originsOf } from '#server/origins.ts'
import { requireStrongPasswords } from '#server/check-passwords.ts'
import { readSettings } from '#server/settings.ts'

test('without any setting, the console stays on this machine', () => {
  expect(readSettings({ PATH: '/bin' })).toEqual({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: undefined,
    statusUrl: undefined,
    trustedProxies: [],
    role: 'all',
    servicesHost: '127.0.0.1',
    servicesUrl: undefined,
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    servicesPort: 8383,
    keysPort: 6565,
    keyInUrl: true,
    webhookNetworks: [],
    discoveryNetworks: ['127.0.0.0/8', '::1'],
    acmeUrl: undefined,
    challenges: { httpPort: undefined, tlsPort: undefined, nameServer: undefined },
    vaultPassphraseFile: undefined,
    dataFolder: 'data',
    databaseUrl: undefined,
    databaseLimits: { connections: 10, statementMs: 30_000, lockMs: 10_000 },
    seed: 'demo',
    demoPassword: undefined,
    demoApiKey: undefined,
    demoClient: undefined,
    firstAdmin: undefined,
    mailServer: undefined,
    lab: undefined,
    masterKeyFile: undefined,
    maxUploadBytes: 512 * 1024 * 1024,
    logFile: undefined,
    drainMs: 0,
    retentionDays: undefined,
  })
})

test('an empty variable is one that is not set', () => {
  expect(readSettings({ TRIPTYCH_PORT: '', TRIPTYCH_SEED: '', TRIPTYCH_CONNECTIONS: '' })).toEqual(readSettings({}))
})

test.each<[string, string]>([
  ['TRIPTYCH_PORT', '0'],
  ['TRIPTYCH_SERVICES_PORT', '65535'],
  ['TRIPTYCH_KEYS_PORT', '0'],
  ['TRIPTYCH_KEY_IN_URL', 'off'],
  ['TRIPTYCH_DISCOVERY_NETWORKS', '10.0.0.0/8, ::1,192.168.1.7'],
  ['TRIPTYCH_WEBHOOK_NETWORKS', '10.0.0.0/8'],
  ['TRIPTYCH_ACME_URL', 'https://acme.example.com'],
  ['TRIPTYCH_ACME_HTTP_PORT', '5002'],
  ['TRIPTYCH_ACME_NAME_SERVER', '10.0.0.53:5353'],
  ['TRIPTYCH_ACME_NAME_SERVER', '[fd00::53]:5353'],
  ['TRIPTYCH_SEED', 'large:100000'],
  ['TRIPTYCH_SEED', 'empty'],
  ['TRIPTYCH_TRUSTED_PROXIES', '10.0.0.0/8,::1'],
  ['TRIPTYCH_STATUS_URL', 'http://pki.example.com'],
  ['TRIPTYCH_METRICS_PORT', '9464'],
  ['TRIPTYCH_FIRST_ADMIN', 'ada:a long pass: word'],
  ['TRIPTYCH_SMTP_URL', 'smtps://user:pass@mail.example.com:465'],
  ['TRIPTYCH_LAB', 'on'],
  ['TRIPTYCH_DRAIN_SECONDS', '0'],
  ['TRIPTYCH_RETENTION_DAYS', '30'],
  ['TRIPTYCH_HOST', '::1'],
  ['TRIPTYCH_DATABASE_URL', 'postgres://user:pass@db/triptych'],
  ['TRIPTYCH_PUBLIC_URL', 'https://console.example.com'],
  ['TRIPTYCH_PUBLIC_URL', 'http://localhost:9000'],
  ['TRIPTYCH_DEMO_CLIENT', 'console.1:a-secret:with-colons'],
  ['TRIPTYCH_DEMO_PASSWORD', `${'ü'.repeat(100)} 漢字 🔑`],
])('%s may be %s', (name, value) => {
  expect(() => readSettings({ [name]: value })).not.toThrow()
})

test.each<[string, string]>([
  ['TRIPTYCH_PORT', '65536'],
  ['TRIPTYCH_PORT', '-1'],
  ['TRIPTYCH_DRAIN_SECONDS', '-1'],
  ['TRIPTYCH_DRAIN_SECONDS', 'soon'],
  ['TRIPTYCH_RETENTION_DAYS', '29'],
  ['TRIPTYCH_RETENTION_DAYS', '30.5'],
  ['TRIPTYCH_RETENTION_DAYS', 'forever'],
  ['TRIPTYCH_PORT', '80a'],
  ['TRIPTYCH_PORT', '8e3'],
  ['TRIPTYCH_SERVICES_PORT', '1.5'],
  ['TRIPTYCH_KEYS_PORT', '99999'],
  ['TRIPTYCH_KEY_IN_URL', 'yes'],
  ['TRIPTYCH_DISCOVERY_NETWORKS', '10.0.0.0/33'],
  ['TRIPTYCH_DISCOVERY_NETWORKS', '::1/129'],
  ['TRIPTYCH_DISCOVERY_NETWORKS', 'intranet.example'],
  ['TRIPTYCH_DISCOVERY_NETWORKS', '10.0.0.0/8,,'],
  ['TRIPTYCH_SEED', 'large'],
  ['TRIPTYCH_SEED', 'large:0'],
  ['TRIPTYCH_SEED', 'large:-5'],
  ['TRIPTYCH_SEED', 'large:1e9'],
  ['TRIPTYCH_DATABASE_POOL', '0'],
  ['TRIPTYCH_DATABASE_STATEMENT_TIMEOUT_MS', 'soon'],
  ['TRIPTYCH_SEED', 'Demo'],
  ['TRIPTYCH_SEED', 'huge'],
  ['TRIPTYCH_HOST', '0.0.0.0'],
  ['TRIPTYCH_HOST', 'console.example.com'],
  ['TRIPTYCH_DATABASE_URL', 'mysql://canary-7731@x'],
  ['TRIPTYCH_PUBLIC_URL', 'http://console.example.com'],
  ['TRIPTYCH_PUBLIC_URL', 'https://example.com/console'],
  ['TRIPTYCH_PUBLIC_URL', 'canary-7731'],
  ['TRIPTYCH_STATUS_URL', 'https://canary-7731.example/pki'],
  ['TRIPTYCH_STATUS_URL', 'pki.example.com'],
  ['TRIPTYCH_SERVICES_URL', 'http://canary-7731:8383'],
  ['TRIPTYCH_SERVICES_HOST', '0.0.0.0'],
  ['TRIPTYCH_ROLE', 'canary-7731'],
  ['TRIPTYCH_DEMO_API_KEY', 'canary-7731 with space'],
  ['TRIPTYCH_DEMO_API_KEY', 'short'],
  ['TRIPTYCH_DEMO_CLIENT', 'canary-7731'],
  ['TRIPTYCH_DEMO_CLIENT', 'canary-7731:short'],
  ['TRIPTYCH_DEMO_CLIENT', ':canary-7731-secret'],
])('%s cannot be %s; the one line that says so names the variable, not the value', (name, value) => {
  const lines: string[] = []
  try {
    readSettings({ [name]: value })
  } catch (error) {
    lines.push(...(error as Error).message.split('\n'))
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`^${name} .{10,}`))
  expect(lines[0]).not.toContain('canary-7731')
})

test.each(['admin:password12345678', 'two words:a passphrase of some length'])(
  'the first administrator cannot be %s',
  async (firstAdmin) => {
    const settings = readSettings({ TRIPTYCH_FIRST_ADMIN: firstAdmin })
    await expect(requireStrongPasswords(settings)).rejects.toThrow(/^TRIPTYCH_FIRST_ADMIN[^\n]{10,}$/)
  },
)

test('tiers with processes of their own need to know each other', () => {
  const tiers = {
    TRIPTYCH_SERVICES_URL: 'https://services.internal:8383',
    TRIPTYCH_PUBLIC_URL: 'https://console.example.com',
    TRIPTYCH_DATABASE_URL: 'postgres://db/triptych',
  }
  for (const TRIPTYCH_ROLE of ['console', 'services']) {
    expect(readSettings({ ...tiers, TRIPTYCH_ROLE }).role).toBe(TRIPTYCH_ROLE)
    for (const name of Object.keys(tiers)) {
      expect(() => readSettings({ ...tiers, TRIPTYCH_ROLE, [name]: '' })).toThrow(
        `${name} must be set, and be the same for both tiers, where TRIPTYCH_ROLE is ${TRIPTYCH_ROLE}`,
      )
    }
  }
  expect(() => readSettings({ ...tiers, TRIPTYCH_ROLE: 'services', TRIPTYCH_CONNECTIONS: 'x' })).toThrow(
    'TRIPTYCH_ROLE must not be services',
  )
  expect(readSettings({ ...tiers, TRIPTYCH_ROLE: 'services', TRIPTYCH_SERVICES_HOST: '0.0.0.0' }).servicesHost).toBe(
    '0.0.0.0',
  )
})

test('behind a TLS proxy the console answers to its public name, and to itself', () => {
  const { host, publicUrl } = readSettings({
    TRIPTYCH_HOST: '0.0.0.0',
    TRIPTYCH_PUBLIC_URL: 'https://console.example.com',
  })
  expect([...originsOf({ host, publicUrl }, 8080)]).toEqual([
    'https://console.example.com',
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://[::1]:8080',
  ])
})

test('behind a proxy, a server that stops waits until the proxy has noticed', () => {
  const publicUrl = { TRIPTYCH_PUBLIC_URL: 'https://console.example.com' }
  expect(readSettings(publicUrl).drainMs).toBe(5000)
  expect(readSettings({ ...publicUrl, TRIPTYCH_DRAIN_SECONDS: '20' }).drainMs).toBe(20_000)
})

test('a public console takes API keys in the header only, and discovers nothing on its own server', () => {
  const variables = { TRIPTYCH_PUBLIC_URL: 'https://console.example.com' }
  expect(readSettings(variables)).toMatchObject({ keyInUrl: false, discoveryNetworks: [] })
  const named = { ...variables, TRIPTYCH_KEY_IN_URL: 'on', TRIPTYCH_DISCOVERY_NETWORKS: '127.0.0.1' }
  expect(readSettings(named)).toMatchObject({ keyInUrl: true, discoveryNetworks: ['127.0.0.1'] })
})
