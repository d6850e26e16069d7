// npm start: console, proxy and embedded services in one process. Prints the address, then one READY line.
import '#platform/foreground-compilation.ts'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#platform/database/open.ts'
import type { LeaseTables } from '#platform/lease.ts'
import { openLog, traceOf } from '#platform/log.ts'
import { readAssets } from '#proxy/http/assets.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { backUpInto } from '#server/backup/scheduled-backup.ts'
import { buildIfStale, consoleFolder, repository } from '#server/build.ts'
import { readConnections } from '#server/connections/read-connections.ts'
import { viteAssets } from '#server/development.ts'
import { listen, requestListener } from '#server/listen.ts'
import { masterKeyPath, openMasterKey } from '#server/master-key.ts'
import { originsOf } from '#server/origins.ts'
import { exitCode, readSettings } from '#server/settings.ts'
import { archiveAudit } from '#services/console/audit/chain.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { smtpTransport } from '#services/mail/mail-transport.ts'
import { announceProxies, print } from './server/announce.ts'
import { requireStrongPasswords } from './server/check-passwords.ts'
import { connectedBackends } from './server/connected-backends.ts'
import { embeddedBackends } from './server/embedded-backends.ts'
import { serveMetrics } from './server/metrics.ts'
import { migrations } from './server/migrations.ts'
import { printFindings } from './server/print-findings.ts'
import { type Archiver, startRetention } from './server/retention.ts'
import { paths } from '#paths.ts'
import { startConsole } from './server/start-console.ts'
import { consoleTier } from './server/tiers/console-tier.ts'

const startedAt = Date.now()
const development = process.argv.includes('--dev')
const settings = orExit(() => readSettings(process.env))
await requireStrongPasswords(settings).catch((error: unknown) => refuse(error))
const connected = await sitesOfConnections().catch((error: unknown) => refuse(error))
const { log, reopen } = orExit(() => openLog(settings.logFile))
/** Called in reverse order at shutdown. */
const closers: (() => unknown)[] = []
let stopping = false

process.on('uncaughtException', fail).on('unhandledRejection', fail)
process.once('SIGTERM', stop).once('SIGINT', stop)
// Only with a log file; otherwise SIGHUP keeps its default meaning, a closed terminal.
if (settings.logFile) process.on('SIGHUP', reopen)
try {
  await start()
} catch (error) {
  console.error(lineFor(error))
  if (settings.logFile) log('not started', traceOf(error))
  process.exit(exitCode.failed)
}

async function start() {
  const { dataFolder, databaseUrl, databaseLimits } = settings
  const listener =
    settings.role === 'services' ? undefined : await listen(settings.host, settings.port, settings.trustedProxies)

  await mkdir(dataFolder, { recursive: true, mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`The data folder ${dataFolder} cannot be made: ${code}`)
  })
  const place = { url: databaseUrl, folder: dataFolder }
  const database = await openDatabase({ ...place, migrations, limits: databaseLimits, onUpgrade: print })
  closers.push(() => database.close())
  const masterKey = await openMasterKey(masterKeyPath(settings), database.db.$extendTables<ProxyTables>())

  const { metricsHost, metricsPort } = settings
  const metrics =
    metricsPort === undefined ? undefined : await serveMetrics({ host: metricsHost, port: metricsPort, database })
  if (metrics) closers.push(metrics.close)

  const origins = originsOf(settings, listener?.port ?? settings.port)
  const backends = connected
    ? connectedBackends(connected)
    : await (settings.role === 'console' ? consoleTier : embeddedBackends)({
        settings,
        database,
        masterKey,
        origins,
        isStopping: () => stopping,
        log,
      })
  closers.push(backends.close)
  const days = settings.retentionDays
  const leases = database.db.$extendTables<LeaseTables>()
  if (days !== undefined && backends.archivers)
    closers.push(await startRetention({ name: 'retention of services', days, db: leases, log }, backends.archivers))
  if (!listener) {
    print('The services of Triptych are running, for consoles on other machines.')
    backends.announce()
    print(`READY ${JSON.stringify({ ...backends.addresses, metrics: metrics?.url })}`)
    return
  }

  const vite = development ? await viteAssets(listener.server) : undefined
  if (vite) closers.push(vite.close)
  else await buildIfStale(print)

  const proxy = startConsole({
    database: database.db,
    masterKey,
    sites: backends.sites,
    published: backends.published,
    about: { version: await ownVersion(), database: databaseUrl ? 'PostgreSQL' : 'SQLite', startedAt },
    assets: vite?.assets ?? (await readAssets(consoleFolder)),
    origins,
    log,
    mail: settings.mailServer ? smtpTransport(settings.mailServer, log) : backends.mailbox,
    webhooks: { networks: settings.webhookNetworks },
    publicUrl: settings.publicUrl,
    backUp: settings.backups && backUpInto(settings.backups),
    places: paths,
    embedded: !connected,
    demo: !connected && settings.seed !== 'empty',
    maxUploadBytes: settings.maxUploadBytes,
    development,
    notReady: async () => (stopping ? 'stopping' : ((await database.notReady()) ?? backends.notReady())),
    trustedProxies: settings.trustedProxies,
  })
  closers.push(proxy.close)
  const entries = database.db.$extendTables<ConsoleTables>()
  const ofConsole: Archiver = { of: 'console', archive: (...when) => archiveAudit(entries, masterKey, ...when) }
  if (days !== undefined)
    closers.push(await startRetention({ name: 'retention of console', days, db: leases, log }, [ofConsole]))
  const serve = requestListener(proxy.app.fetch)
  listener.serve(vite ? vite.first(serve) : serve)
  closers.push(listener.stop)
  proxy.begin()

  const [console = ''] = origins
  announceProxies(settings)
  print(`Triptych is running. Sign in at ${console}`)
  if (settings.publicUrl) print(`The reverse proxy reaches it at ${settings.host}:${listener.port}.`)
  backends.announce()
  print(`READY ${JSON.stringify({ console, ...backends.addresses, metrics: metrics?.url })}`)
  if (connected) await printFindings(proxy.health).catch((error: unknown) => log('not checked', traceOf(error)))
}

/** Sites of the connections file; undefined for the embedded services. */
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

/**
 * `/readyz` fails first, while the port still accepts connections, so that load balancers can switch to another process.
 * Then pending requests complete and everything is closed; a second signal ends the process immediately.
 */
function stop(signal: NodeJS.Signals) {
  log('stopping', { signal })
  stopping = true
  void (async () => {
    await delay(closers.length > 0 ? settings.drainMs : 0)
    for (const close of closers.reverse()) await close()
    log('stopped')
    process.exit(exitCode.stopped)
  })()
}

function fail(error: unknown): never {
  log('failed', traceOf(error))
  process.exit(exitCode.failed)
}

/** An invalid setting ends the process before anything is opened. */
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
    return `Port ${port} of ${address} is in use; is Triptych running already? Stop it, or set TRIPTYCH_PORT, TRIPTYCH_SERVICES_PORT, TRIPTYCH_KEYS_PORT or TRIPTYCH_METRICS_PORT.`
  }
  return message.replaceAll('\n', ' ')
}
