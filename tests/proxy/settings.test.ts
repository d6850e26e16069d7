import { expect, test } from 'vitest'
import { originsOf } from '#proxy/origins.ts'
import { readSettings } from '#proxy/settings.ts'

test('without any setting, the console stays on this machine', () => {
  expect(readSettings({ PATH: '/bin' })).toEqual({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: undefined,
    servicesPort: 8383,
    keysPort: 6565,
    keyInUrl: true,
    discoveryNetworks: ['127.0.0.0/8', '::1'],
    vaultPassphraseFile: undefined,
    dataFolder: 'data',
    databaseUrl: undefined,
    seed: 'demo',
    demoPassword: undefined,
    demoApiKey: undefined,
    demoClient: undefined,
    masterKeyFile: undefined,
    logFile: undefined,
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
  ['TRIPTYCH_SEED', 'large:100000'],
  ['TRIPTYCH_SEED', 'empty'],
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
  ['TRIPTYCH_SEED', 'Demo'],
  ['TRIPTYCH_HOST', '0.0.0.0'],
  ['TRIPTYCH_HOST', 'console.example.com'],
  ['TRIPTYCH_DATABASE_URL', 'mysql://canary-7731@x'],
  ['TRIPTYCH_PUBLIC_URL', 'http://console.example.com'],
  ['TRIPTYCH_PUBLIC_URL', 'https://example.com/console'],
  ['TRIPTYCH_PUBLIC_URL', 'canary-7731'],
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
