import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { defaultDialect, type Dialect } from '#contract/dialect.ts'
import type { Database } from './database/open.ts'
import { accountSignIn } from './desktop/account-sign-in.ts'
import { createFirstAccounts } from './desktop/accounts.ts'
import { purgeFailures } from './desktop/failure-limit.ts'
import { purgeOtpAttempts, type SendMail } from './desktop/one-time-codes.ts'
import type { Role } from './desktop/roles.ts'
import { estateClock } from './desktop/estate/estate-clock.ts'
import { estateNotReady, seedEstate } from './desktop/estate/seed-estate.ts'
import type { EstateTables } from './desktop/estate/tables.ts'
import { desktopService } from './desktop/service.ts'
import { purgeDevices } from './desktop/second-factor/remembered-devices.ts'
import { secretSeal } from './desktop/second-factor/secret-seal.ts'
import type { DesktopTables } from './desktop/tables.ts'
import { callerByToken, purgeTokens } from './desktop/tokens.ts'
import { drain } from './drain.ts'
import { callerByAccessToken } from './identity/access-tokens.ts'
import { endSessionsOf, purgeSessions } from './identity/browser-session.ts'
import { createConsoleClient, createDemoClient, type DemoClient } from './identity/clients.ts'
import { purgeGrants } from './identity/grants.ts'
import { identityService } from './identity/identity-service.ts'
import type { IdentityTables } from './identity/tables.ts'
import { purgeConsoleKeys } from './keys/api-keys.ts'
import { type KeySettings, openKeyManagement, type RunningKeyManagement } from './keys/start-key-management.ts'
import type { KeyTables } from './keys/tables.ts'
import { breakWire } from './lab/break-wire.ts'
import { faultList } from './lab/faults.ts'
import { lab } from './lab/lab.ts'
import { mailbox, type MailTables, purgeMails } from './lab/mailbox.ts'
import { liveOn } from './lab/world/ambience.ts'
import { ticker } from './lab/world/ticker.ts'
import { beginWorld } from './lab/world/world-clock.ts'
import type { Log } from './log.ts'
import { callerByKey, issueKey, purgeKeys } from './mdm/api-keys.ts'
import { runDue } from './mdm/commands/run-due.ts'
import { pageTokenKey, pageTokens } from './mdm/page-token.ts'
import { rateLimit } from './mdm/rate-limit.ts'
import { fleetNotReady, type Seed, seedFleet } from './mdm/seed.ts'
import { mdmService } from './mdm/service.ts'
import type { DeviceTables } from './mdm/tables.ts'
import { router } from './router.ts'
import { randomSecret, sha256 } from './secret.ts'
import { accessLogged, answerWith, loopbackOnly, refuse } from './serve.ts'

type Options = {
  database: Database
  /** 0 = any free one. */
  port: number
  seed: Seed
  /** Of this installation: what has to be stored and known again is sealed with keys derived from it. */
  masterKey: Buffer
  demoPassword?: string | undefined
  demoApiKey?: string | undefined
  /** The ready OAuth client; without it one is made on the first run. */
  demoClient?: DemoClient | undefined
  /** The console itself as a client of the identity provider: the secret is its proxy's. */
  consoleClient?: { secret: string } | undefined
  /** Where the console takes the codes that these clients get. */
  callbacks?: readonly string[]
  log: Log
  /** The dialect that is answered in; the references' own when it is not given. */
  speaks?: Dialect
  /** Devices call in, move and enrol of their own accord, and not only when they are sent something. */
  alive?: boolean | undefined
  /** Without it, key management does not run. */
  keys?: Omit<KeySettings, 'masterKey'> | undefined
  /** A mail came to the lab's mailbox; its text stays there. */
  onMail?: (mail: { to: string; subject: string }) => void
}
/** The embedded services, running. */
export type Embedded = {
  desktop: string
  mdm: string
  identity: string
  lab: string
  keys?: RunningKeyManagement
  /** On the run that created the accounts, and never again. */
  firstRun?: { accounts: readonly { name: string; role: Role }[]; password: string; apiKey: string }
  /** On the run that made its secret. */
  demoClient?: DemoClient
  /** Which part is not ready, if any. */
  notReady(): Promise<string | undefined>
  close(): Promise<void>
}

const address = '127.0.0.1'
const labPath = '/lab'
const statusPath = '/pki'
const purgeEveryMs = 10 * 60_000
const purges = [
  purgeTokens,
  purgeOtpAttempts,
  purgeDevices,
  purgeFailures,
  purgeKeys,
  purgeConsoleKeys,
  purgeMails,
  purgeGrants,
  purgeSessions,
]

export async function startServices({
  database,
  port,
  seed,
  masterKey,
  demoPassword,
  demoApiKey,
  demoClient,
  consoleClient,
  callbacks = [],
  log,
  speaks = defaultDialect,
  alive = true,
  keys,
  onMail,
}: Options): Promise<Embedded> {
  const db = database.db.$extendTables<
    DesktopTables & EstateTables & DeviceTables & MailTables & KeyTables & IdentityTables
  >()
  await seedFleet(db, seed, log)
  await seedEstate(db, seed, log)
  // Last, because it takes long to make a large fleet: a password of a start that is killed would never be seen.
  const firstAccounts = await createFirstAccounts(db, demoPassword)
  const madeClient = await createDemoClient(db, demoClient)
  if (consoleClient) await createConsoleClient(db, consoleClient)
  const apiKey = firstAccounts && (await issueKey(db, 'first', { key: demoApiKey }))

  const mails = mailbox(db)
  const faults = faultList()
  await beginWorld(db)
  const world = ticker([() => runDue(db), ...(alive ? [() => liveOn(db)] : [])], log)
  const clock = estateClock(db)
  const limit = rateLimit()
  const seal = secretSeal(masterKey)
  const sendMail: SendMail = async (mail) => {
    await mails.send(mail)
    onMail?.(mail)
  }
  const signIn = accountSignIn(db, { sendMail, seal })
  const accounts = { signIn, seal, endSessions: (accountId: number) => endSessionsOf(db, accountId) }
  const endpoints = [...desktopService(db, clock, accounts), ...mdmService(db, pageTokens(await pageTokenKey(db)))]
  const callers = {
    desktop: async (secret: string) => (await callerByAccessToken(db, secret)) ?? callerByToken(db, secret),
    mdm: async (secret: string) => {
      const caller =
        (await callerByAccessToken(db, secret)) ?? (await callerByKey(db, secret)) ?? (await callerByToken(db, secret))
      if (caller) limit.take(sha256(secret))
      return caller
    },
  }
  const answer = router(endpoints, callers, speaks)

  let origin = ''
  let runningKeys: RunningKeyManagement | undefined
  const keyManagement =
    keys &&
    (await openKeyManagement({
      ...keys,
      masterKey,
      db,
      log,
      firstKey: demoApiKey,
      takeFault: (path) => faults.take('keys', path),
      statusBase: () => origin + statusPath,
      labPassword: seed === 'empty' ? undefined : (firstAccounts?.password ?? demoPassword ?? randomSecret()),
    }))

  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false })
  app.use(accessLogged(log))
  app.use(loopbackOnly)
  const hosts = () => runningKeys?.labHosts()
  app.route(
    labPath,
    lab({ mails, faults, world: { db, catchUp: world.catchUp }, accounts: db, rateLimit: limit, hosts }),
  )
  if (keyManagement) app.route(statusPath, keyManagement.statusPages)
  app.route('/', identityService({ db, signIn, callbacks, log, speaks, faults: breakWire(faults, 'identity') }))
  app.use(breakWire(faults))
  app.all('*', answerWith(answer))
  app.onError(refuse(log, speaks))
  app.notFound(() => new Response(null, { status: 404 }))

  const server = await listen(app, port)
  origin = `http://${address}:${(server.address() as AddressInfo).port}`
  const purge = setInterval(() => {
    Promise.all(purges.map((purge) => purge(db))).catch((error: unknown) =>
      log('purge failed', { error: String(error) }),
    )
  }, purgeEveryMs).unref()
  runningKeys = await keyManagement?.start()
  const stopClock = clock.start(log)

  return {
    desktop: origin,
    mdm: origin,
    identity: origin,
    lab: origin + labPath,
    ...(firstAccounts && apiKey !== undefined && { firstRun: { ...firstAccounts, apiKey } }),
    ...(madeClient && { demoClient: madeClient }),
    ...(runningKeys && { keys: runningKeys }),
    notReady: () => notReady(db, runningKeys).catch((error: unknown) => `database: ${String(error)}`),
    close: async () => {
      clearInterval(purge)
      await world.stop()
      await drain(server)
      await stopClock()
      await runningKeys?.close()
    },
  }
}

const notReady = async (db: Kysely<DeviceTables & EstateTables>, keys: RunningKeyManagement | undefined) =>
  (await fleetNotReady(db)) ?? (await estateNotReady(db)) ?? keys?.notReady()

async function listen(app: Hono<{ Bindings: HttpBindings }>, port: number): Promise<Server> {
  const serverOptions = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 2000 }
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions, overrideGlobalObjects: false }) as Server
  server.listen(port, address)
  await once(server, 'listening')
  return server
}
