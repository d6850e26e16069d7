// npm start: console, proxy and embedded services in one process. Prints where to sign in, then one READY line.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultDialect } from '#contract/dialect.ts'
import { callbackPath } from '#contract/identity/authorization.ts'
import { createProxy } from '#proxy/app.ts'
import { readAssets } from '#proxy/assets.ts'
import { buildIfStale, consoleFolder } from '#proxy/build.ts'
import { viteAssets } from '#proxy/development.ts'
import { listen, requestListener } from '#proxy/listen.ts'
import { openLog, traceOf } from '#proxy/log.ts'
import { openMasterKey } from '#proxy/master-key.ts'
import { originsOf } from '#proxy/origins.ts'
import { exitCode, readSettings } from '#proxy/settings.ts'
import { proxyMigrations, type ProxyTables } from '#proxy/tables.ts'
import { openDatabase } from '#services/database/open.ts'
import { migrations as servicesMigrations } from '#services/database/migrations.ts'
import { type Embedded, startServices } from '#services/services.ts'

const development = process.argv.includes('--dev')
const settings = orExit(() => readSettings(process.env))
const log = orExit(() => openLog(settings.logFile))
/** How to close what is open; the last is closed first. */
const closers: (() => unknown)[] = []

process.on('uncaughtException', fail).on('unhandledRejection', fail)
process.once('SIGTERM', stop).once('SIGINT', stop)
try {
  await start()
} catch (error) {
  console.error(lineFor(error))
  if (settings.logFile) log('not started', traceOf(error))
  process.exit(exitCode.failed)
}

async function start() {
  const { host, dataFolder, seed, demoPassword, demoApiKey, demoClient } = settings
  const listener = await listen(host, settings.port)

  await mkdir(dataFolder, { recursive: true, mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`The data folder ${dataFolder} cannot be made: ${code}`)
  })
  const migrations = { ...proxyMigrations, ...servicesMigrations }
  const database = await openDatabase({ url: settings.databaseUrl, folder: dataFolder, migrations })
  closers.push(() => database.close())
  const tables = database.db.$extendTables<ProxyTables>()
  const masterKey = await openMasterKey(settings.masterKeyFile ?? join(dataFolder, 'master.key'), tables)

  const port = settings.servicesPort
  // The text stays in the mailbox: it holds a one-time code, and a terminal is often a log.
  const onMail = (mail: { to: string; subject: string }) =>
    print(`Mail for ${mail.to}: “${mail.subject}”. Read it at ${services.lab}/mailbox`)
  const keys = {
    port: settings.keysPort,
    folder: dataFolder,
    masterKey,
    passphrase: await vaultPassphrase(settings.vaultPassphraseFile),
    networks: settings.discoveryNetworks,
    keyInUrl: settings.keyInUrl,
  }
  const origins = originsOf(settings, listener.port)
  const services = await startServices({
    database,
    port,
    seed,
    demoPassword,
    demoApiKey,
    demoClient,
    callbacks: [...origins].map((origin) => origin + callbackPath),
    log,
    keys,
    onMail,
  })
  closers.push(() => services.close())

  const vite = development ? await viteAssets(listener.server) : undefined
  if (vite) closers.push(vite.close)
  else await buildIfStale()

  const proxy = createProxy({
    database: tables,
    masterKey,
    sites: [
      {
        name: 'embedded',
        title: 'Embedded demo',
        connections: {
          desktop: { name: 'embedded-desktop', baseUrl: new URL(services.desktop), dialect: defaultDialect },
          // With the person's own token: the command history then says who it was, and their rights hold there too.
          mdm: { name: 'embedded-mdm', baseUrl: new URL(services.mdm), dialect: defaultDialect },
          ...(services.keys && { keys: await keysConnection(services.keys) }),
        },
      },
    ],
    about: { version: '0.1.0', database: 'SQLite', startedAt: Date.now() },
    assets: vite?.assets ?? (await readAssets(consoleFolder)),
    origins,
    log,
    demo: true,
    development,
    notReady: () => services.notReady(),
  })
  closers.push(proxy.close)
  const serve = requestListener(proxy.app.fetch)
  listener.serve(vite ? vite.first(serve) : serve)
  closers.push(listener.stop)

  const [console = ''] = origins
  announce(console, services)
  const { desktop, mdm, identity, lab } = services
  const { origin: keyManagement, ca } = services.keys ?? {}
  print(`READY ${JSON.stringify({ console, desktop, mdm, keys: keyManagement, identity, lab, ca })}`)
}

/** INPUT_DATA travels in the body: passphrases are in it, and an address is written down in many places. */
async function keysConnection({ origin, key, ca }: NonNullable<Embedded['keys']>) {
  return {
    name: 'embedded-keys',
    baseUrl: new URL(origin),
    dialect: { ...defaultDialect, inputData: 'body' as const },
    credential: key,
    ca: await readFile(ca, 'utf8'),
  }
}

/** For people. A secret is shown on the run that made it, never again, and never where the operator chose it. */
function announce(console: string, { firstRun, keys, demoClient }: Awaited<ReturnType<typeof startServices>>) {
  print(`Triptych is running. Sign in at ${console}`)
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
    print('They are shown this once.')
  }
  if (keys?.notReady()) print(`Not ready: ${keys.notReady()}`)
}

function printApiKey(service: string, key: string) {
  print(`  ${service} API key: ${settings.demoApiKey ? 'as set by TRIPTYCH_DEMO_API_KEY' : key}`)
}

/** The first line of the file. One that is missing leaves the vault sealed, unless there is no vault yet. */
async function vaultPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    log('no vault passphrase', { file, code })
    return ''
  })
  return text.split(/\r?\n/, 1)[0]
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

/** Ends what is under way and lets go of everything; a second signal ends the process at once. */
function stop(signal: NodeJS.Signals) {
  log('stopping', { signal })
  void (async () => {
    for (const close of closers.reverse()) await close()
    log('stopped')
    process.exit(exitCode.stopped)
  })()
}

function fail(error: unknown): never {
  log('failed', traceOf(error))
  process.exit(exitCode.failed)
}

/** A setting that is not accepted ends the process before it touches anything. */
function orExit<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    console.error(lineFor(error))
    return process.exit(exitCode.badSetting)
  }
}

function lineFor(error: unknown): string {
  const { message, code, address, port } = error as Error & { code?: string; address?: string; port?: number }
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${address} is in use; is Triptych running already? Stop it, or set TRIPTYCH_PORT, TRIPTYCH_SERVICES_PORT and TRIPTYCH_KEYS_PORT.`
  }
  return message.replaceAll('\n', ' ')
}
