// npm start: console, proxy and embedded services in one process. Prints where to sign in, then one READY line.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createProxy } from '#proxy/app.ts'
import { readAssets } from '#proxy/assets.ts'
import { buildIfStale, consoleFolder, repository } from '#proxy/build.ts'
import { readConnections } from '#proxy/connections/read-connections.ts'
import { viteAssets } from '#proxy/development.ts'
import { listen, requestListener } from '#proxy/listen.ts'
import { openLog, traceOf } from '#proxy/log.ts'
import { openMasterKey } from '#proxy/master-key.ts'
import { originsOf } from '#proxy/origins.ts'
import { exitCode, readSettings } from '#proxy/settings.ts'
import { proxyMigrations, type ProxyTables } from '#proxy/tables.ts'
import { openDatabase } from '#services/database/open.ts'
import { migrations as servicesMigrations } from '#services/database/migrations.ts'
import { print } from './server/announce.ts'
import { connectedWorld } from './server/connected-world.ts'
import { embeddedWorld } from './server/embedded-world.ts'
import { printFindings } from './server/print-findings.ts'

const startedAt = Date.now()
const development = process.argv.includes('--dev')
const settings = orExit(() => readSettings(process.env))
const connected = await sitesOfConnections().catch((error: unknown) => refuse(error))
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
  const { dataFolder, databaseUrl } = settings
  const listener = await listen(settings.host, settings.port)

  await mkdir(dataFolder, { recursive: true, mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`The data folder ${dataFolder} cannot be made: ${code}`)
  })
  // All of them in either case: who tried the embedded services first keeps the folder when the real ones come.
  const migrations = { ...proxyMigrations, ...servicesMigrations }
  const database = await openDatabase({ url: databaseUrl, folder: dataFolder, migrations })
  closers.push(() => database.close())
  const tables = database.db.$extendTables<ProxyTables>()
  const masterKey = await openMasterKey(settings.masterKeyFile ?? join(dataFolder, 'master.key'), tables)

  const origins = originsOf(settings, listener.port)
  const world = connected
    ? connectedWorld(connected, tables)
    : await embeddedWorld({ settings, database, masterKey, origins, log })
  closers.push(world.close)

  const vite = development ? await viteAssets(listener.server) : undefined
  if (vite) closers.push(vite.close)
  else await buildIfStale()

  const proxy = createProxy({
    database: tables,
    masterKey,
    sites: world.sites,
    about: { version: await ownVersion(), database: databaseUrl ? 'PostgreSQL' : 'SQLite', startedAt },
    assets: vite?.assets ?? (await readAssets(consoleFolder)),
    origins,
    log,
    demo: !connected,
    development,
    notReady: world.notReady,
  })
  closers.push(proxy.close)
  const serve = requestListener(proxy.app.fetch)
  listener.serve(vite ? vite.first(serve) : serve)
  closers.push(listener.stop)

  const [console = ''] = origins
  print(`Triptych is running. Sign in at ${console}`)
  world.announce()
  print(`READY ${JSON.stringify({ console, ...world.addresses })}`)
  if (connected) await printFindings(proxy.health).catch((error: unknown) => log('not checked', traceOf(error)))
}

/** Sites of servers that others run; undefined where the embedded ones are shown. */
async function sitesOfConnections() {
  const { connectionsFile } = settings
  if (connectionsFile === undefined) return undefined
  return readConnections(connectionsFile, process.env).catch((error: unknown) => {
    throw new Error(`TRIPTYCH_CONNECTIONS: ${lineFor(error)}`, { cause: error })
  })
}

async function ownVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { version: string }
  return version
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
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  console.error(lineFor(error))
  return process.exit(exitCode.badSetting)
}

function lineFor(error: unknown): string {
  const { message, code, address, port } = error as Error & { code?: string; address?: string; port?: number }
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${address} is in use; is Triptych running already? Stop it, or set TRIPTYCH_PORT, TRIPTYCH_SERVICES_PORT and TRIPTYCH_KEYS_PORT.`
  }
  return message.replaceAll('\n', ' ')
}
