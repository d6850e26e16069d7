import type { Embedded } from '#services/services.ts'
import type { Settings } from './settings.ts'

export function print(line: string) {
  process.stdout.write(`${line}\n`)
}

/** A warning only: the console works without it, but attributes every request to the proxy's address. */
export function announceProxies({ publicUrl, trustedProxies }: Pick<Settings, 'publicUrl' | 'trustedProxies'>) {
  if (!publicUrl || trustedProxies.length > 0) return
  print(
    'TRIPTYCH_TRUSTED_PROXIES is not set. Audit, sessions and sign-in limits record the proxy address for all users.',
  )
}

/** Console output for the operator. Generated secrets are printed only on the run that created them. */
export function announceEmbedded(
  { firstRun, setUpToken, keys, demoClient }: Embedded,
  settings: Settings,
  origins: ReadonlySet<string>,
) {
  const [console = ''] = origins
  if (setUpToken !== undefined) {
    print('No account yet. Open this link to create the first administrator (single use, valid for 24 hours):')
    print(`  ${console}/setup#${setUpToken}`)
  }
  const printApiKey = (service: string, key: string) =>
    print(`  ${service} API key: ${settings.demoApiKey ? 'as set by TRIPTYCH_DEMO_API_KEY' : key}`)
  if (firstRun) {
    const accounts = firstRun.accounts.map(({ name, role }) => `${name} (${role})`)
    print(`First run. Accounts: ${accounts.join(', ')}`)
    print(`  Password of each: ${settings.demoPassword ? 'as set by TRIPTYCH_DEMO_PASSWORD' : firstRun.password}`)
    printApiKey('MDM', firstRun.apiKey)
  }
  if (keys?.firstKey !== undefined) printApiKey('Key management', keys.firstKey)
  if (demoClient) {
    const secret = settings.demoClient ? 'as set by TRIPTYCH_DEMO_CLIENT' : demoClient.secret
    print(`  OAuth client ${demoClient.id}, secret: ${secret}`)
  }
  if (firstRun && !(settings.demoPassword && settings.demoApiKey && settings.demoClient)) {
    print('Credentials are shown only once.')
  }
  if (keys?.notReady()) print(`Not ready: ${keys.notReady()}`)
}
