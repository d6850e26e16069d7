import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import { defaultDialect, type Dialect } from '#contract/dialect.ts'
import type { PublicAddresses } from '#contract/http/public-addresses.ts'
import { publicIdentityPath } from '#contract/identity/pages.ts'
import { statusPath } from '#contract/keys/status.ts'
import type { Archived } from '#platform/archives/archive-entries.ts'
import type { Database } from '#platform/database/open.ts'
import { inTurn, type LeaseTables, runInOne } from '#platform/lease.ts'
import type { Log } from '#platform/log.ts'
import { clientHeader } from '#platform/network/client-header.ts'
import { protectServer, requestTimeouts, responseWith } from '#platform/sockets/protect-server.ts'
import { type CallCountTables, purgeCallCounts } from './call-counts.ts'
import { consoleCaller } from './console-key.ts'
import { liveOn } from './demo/clock/background-changes.ts'
import { ticker } from './demo/clock/ticker.ts'
import { startDemoClock } from './demo/clock/demo-clock.ts'
import { computersNotReady } from './demo/computers/seed-computers.ts'
import { fleetNotReady, type Seed } from './demo/devices/seed.ts'
import { areFleetsSeeded, seedFleets } from './demo/seed-fleets.ts'
import { accountSignIn } from './desktop/account-sign-in.ts'
import { createFirstAccounts, domains } from './desktop/accounts.ts'
import { createFirstAdministrator, hasAccounts, issueSetUpToken } from './desktop/administration/set-up.ts'
import { inventoryClock } from './desktop/inventory/inventory-clock.ts'
import type { InventoryTables } from './desktop/inventory/tables.ts'
import { purgeOtpAttempts } from './desktop/one-time-codes.ts'
import type { Role } from './desktop/roles.ts'
import { purgeDevices } from './desktop/second-factor/remembered-devices.ts'
import { secretSeal } from './desktop/second-factor/secret-seal.ts'
import { desktopService } from './desktop/service.ts'
import { purgeSignInGuesses } from './desktop/sign-in-limits.ts'
import type { DesktopTables } from './desktop/tables.ts'
import { callerByToken, purgeTokens, refuseDisabled } from './desktop/tokens.ts'
import { drain } from './drain.ts'
import { callerByAccessToken } from './identity/access-tokens.ts'
import { purgeSessions } from './identity/browser-session.ts'
import { createConsoleClient, createDemoClient, type DemoClient } from './identity/clients.ts'
import { purgeGrants } from './identity/grants.ts'
import { identityService } from './identity/identity-service.ts'
import type { IdentityTables } from './identity/tables.ts'
import { purgeConsoleKeys } from './keys/api-keys.ts'
import { type KeySettings, openKeyManagement, type RunningKeyManagement } from './keys/start-key-management.ts'
import type { KeyTables } from './keys/tables.ts'
import { breakWire } from './lab/break-wire.ts'
import { type FaultyService, faultList } from './lab/faults.ts'
import { hostsSetting, type ShownHosts } from './lab/hosts.ts'
import { type LabTables, readSetting } from './lab/lab-settings.ts'
import { lab } from './lab/lab.ts'
import { startMailServer } from './lab/mail-server.ts'
import { mailbox, type MailTables, purgeMails } from './lab/mailbox.ts'
import { type MailServer, noMail, smtpMail } from './mail/smtp-mail.ts'
import { callerByKey, issueKey, purgeKeys } from './mdm/api-keys.ts'
import { archiveCommands } from './mdm/commands/archive-commands.ts'
import { runDue } from './mdm/commands/run-due.ts'
import { purgeFiles } from './mdm/files/tables.ts'
import { pageTokenKey, pageTokens } from './mdm/page-token.ts'
import { rateLimit } from './mdm/rate-limit.ts'
import { mdmService } from './mdm/service.ts'
import type { DeviceTables } from './mdm/tables.ts'
import { router } from './router.ts'
import { randomSecret, sha256 } from './secret.ts'
import { unreadable } from './refusal.ts'
import { accessLogged, answerWith, consolesOnly, knownNamesOnly, probes, refuse } from './serve.ts'
import { isOwnConsole, serviceHeaders } from './service-headers.ts'
import { originOf, serverTls, type Tier } from './tier.ts'

type Options = {
  database: Database
  /** 0 for any free port. */
  port: number
  seed: Seed
  /** Master key of the installation; stored secrets are sealed with derived keys. */
  masterKey: Buffer
  /** Whether to create demo accounts, directories, an API key and an OAuth client. */
  demo?: boolean
  demoPassword?: string | undefined
  /** Administrator of a new installation without demo; otherwise created through a set-up link. */
  firstAdmin?: { name: string; password: string } | undefined
  /** Server for emails with codes. Without it, that of the lab is used, if there is a lab. */
  mailServer?: MailServer | undefined
  /** Path of the lab; without it, neither lab nor hosts exist. */
  labPath?: string | undefined
  demoApiKey?: string | undefined
  /** Credentials of the demo OAuth client; generated on the first run if absent. */
  demoClient?: DemoClient | undefined
  /** OAuth client of the console itself, whose secret is known to the proxy. */
  consoleClient?: { secret: string } | undefined
  /** Redirect URIs of these clients. */
  callbacks?: readonly string[]
  /** Set if consoles run on other machines; otherwise, services listen on loopback only. */
  tier?: Tier | undefined
  /** Public addresses through the console's listener; by default, the services' port. */
  publicAddresses?: PublicAddresses | undefined
  /** Size limit of uploaded files. */
  maxUploadBytes?: number | undefined
  log: Log
  /** Dialect of responses; by default, that of the references. */
  speaks?: Dialect
  /** Whether demo devices report, move and enroll by themselves. */
  alive?: boolean | undefined
  /** Key management is disabled if absent. */
  keys?: Omit<KeySettings, 'masterKey' | 'tier'> | undefined
  /** Creates demo data in a separate process, which frees its memory afterwards; by default, in this one. */
  seedElsewhere?: ((data: DemoData, signal?: AbortSignal) => Promise<void>) | undefined
  /** True once shutdown was requested: then the services are not ready, but still respond. */
  isStopping?: () => boolean
  /** Called for emails in the lab's mailbox, without their text. */
  onMail?: (mail: { to: string; subject: string }) => void
}
/** `statusBase`: base of status addresses in issued certificates. */
export type DemoData = { make: 'fleets' } | { make: 'keys'; statusBase: string }
/** The running embedded services. */
export type Embedded = {
  desktop: string
  mdm: string
  identity: string
  lab?: string
  /** The lab's mail server, used if no other is configured. */
  labMail?: MailServer
  keys?: RunningKeyManagement
  /** Only on the run that created the accounts. */
  firstRun?: { accounts: readonly { name: string; role: Role }[]; password: string; apiKey: string }
  /** Token of the set-up link, while there is no account. */
  setUpToken?: string
  /** Only on the run that created it. */
  demoClient?: DemoClient
  /** Archives older commands. */
  archiveCommands(before: number, signal?: AbortSignal): Promise<Archived>
  /** The part that is not ready, if any. */
  notReady(): Promise<string | undefined>
  close(): Promise<void>
}

const address = '127.0.0.1'
const purgeEveryMs = 10 * 60_000
const purges = [
  purgeTokens,
  purgeOtpAttempts,
  purgeDevices,
  purgeSignInGuesses,
  purgeKeys,
  purgeFiles,
  purgeConsoleKeys,
  purgeMails,
  purgeGrants,
  purgeSessions,
  purgeCallCounts,
]

export async function startServices({
  database,
  port,
  seed,
  masterKey,
  demo = seed !== 'empty',
  demoPassword,
  firstAdmin,
  mailServer,
  labPath,
  demoApiKey,
  demoClient,
  consoleClient,
  callbacks = [],
  publicAddresses,
  tier,
  maxUploadBytes,
  log,
  speaks = defaultDialect,
  alive = true,
  keys,
  seedElsewhere,
  isStopping = () => false,
  onMail,
}: Options): Promise<Embedded> {
  const db = database.db.$extendTables<Tables>()
  /** Serialized, so that one of concurrently starting processes creates missing data. */
  const first = await inTurn(db, firstStart, async () => {
    const unlimited = database.unlimited.$extendTables<Tables>()
    if (seed !== 'empty' && !(await areFleetsSeeded(unlimited))) await seedElsewhere?.({ make: 'fleets' })
    await seedFleets(unlimited, seed, log)
    // Last, since creating many devices takes time: if the start were killed, the password would never be shown.
    const isNew = !(await hasAccounts(db))
    const accounts = demo ? await createFirstAccounts(db, demoPassword) : undefined
    if (!demo && firstAdmin) await createFirstAdministrator(db, firstAdmin)
    const setUpToken = await issueSetUpToken(db)
    const client = demo || demoClient ? await createDemoClient(db, demoClient) : undefined
    if (consoleClient) await createConsoleClient(db, consoleClient)
    const apiKey = isNew && (accounts || demoApiKey) ? await issueKey(db, 'first', { key: demoApiKey }) : undefined
    await startDemoClock(db)
    return { accounts, setUpToken, client, apiKey }
  })
  const { accounts: firstAccounts, setUpToken, client: madeClient, apiKey } = first

  const mails = mailbox(db)
  const faults = faultList(db)
  const world = ticker([() => runDue(db), ...(alive ? [() => liveOn(db)] : [])], log)
  const clock = inventoryClock(db)
  const limit = rateLimit(db)
  const seal = secretSeal(masterKey)
  const labMail =
    mailServer || labPath === undefined
      ? undefined
      : await startMailServer({
          db,
          deliver: async (mail) => {
            await mails.send(mail)
            onMail?.(mail)
          },
        })
  const usedServer = mailServer ?? labMail?.as('desktop')
  const sendMail = usedServer ? smtpMail(usedServer, log) : noMail
  const signIn = accountSignIn(db, { sendMail, seal, domains: demo ? domains : [] })
  const accounts = { signIn, seal, domains: demo ? domains : [], mailCodes: sendMail !== noMail }
  const tokens = pageTokens(await pageTokenKey(db))
  const endpoints = [...desktopService(db, clock, accounts), ...mdmService(db, tokens, maxUploadBytes)]
  const ownCaller = { desktop: consoleCaller(masterKey, 'desktop'), mdm: consoleCaller(masterKey, 'mdm') }
  const callers = {
    desktop: async (secret: string) =>
      ownCaller.desktop(secret) ??
      (await callerByAccessToken(db, secret)) ??
      (await callerByToken(db, secret)) ??
      refuseDisabled(db, secret),
    mdm: async (secret: string) => {
      const caller =
        ownCaller.mdm(secret) ??
        (await callerByAccessToken(db, secret)) ??
        (await callerByKey(db, secret)) ??
        (await callerByToken(db, secret))
      if (caller && labPath !== undefined) await limit.take(sha256(secret))
      return caller
    },
  }
  const answer = router(endpoints, callers, speaks)

  let origin = ''
  const statusBase = () => publicAddresses?.status ?? origin + statusPath
  let runningKeys: RunningKeyManagement | undefined
  const keyManagement =
    keys &&
    (await openKeyManagement({
      turn: (work) => inTurn(db, firstStart, work),
      inOne: (start) => runInOne(db, 'lab', log, start),
      ...keys,
      tier,
      masterKey,
      db,
      log,
      firstKey: demoApiKey ?? (demo ? randomSecret() : undefined),
      takeFault: labPath === undefined ? undefined : (path) => faults.take('keys', path),
      statusBase,
      seedElsewhere: seedElsewhere && ((signal) => seedElsewhere({ make: 'keys', statusBase: statusBase() }, signal)),
      demoData: seed !== 'empty',
      labPassword:
        seed === 'empty' || labPath === undefined
          ? undefined
          : (firstAccounts?.password ?? demoPassword ?? randomSecret()),
    }))

  const header = clientHeader(masterKey)
  const readiness = async () => (isStopping() ? 'stopping' : notReady(db, runningKeys).catch(() => 'database'))
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false })
  app.use(accessLogged(log))
  app.route('/', probes(readiness))
  app.use(knownNamesOnly(tier?.name))
  if (tier) app.use(consolesOnly)
  const meetFaults = <E extends { Bindings: HttpBindings }>(service?: FaultyService): MiddlewareHandler<E> =>
    labPath === undefined ? (_, next) => next() : breakWire(faults, service)
  const hosts = () => readSetting<ShownHosts>(db, hostsSetting)
  if (labPath !== undefined) {
    app.route(
      labPath,
      lab({
        mails,
        faults,
        world: { db, catchUp: world.catchUp },
        accounts: db,
        rateLimit: limit,
        settings: db,
        hosts,
      }),
    )
  }
  if (keyManagement) app.route(statusPath, keyManagement.statusPages)
  const identityAt = identityService({
    db,
    signIn,
    callbacks,
    log,
    speaks,
    clientHeader: header,
    faults: meetFaults('identity'),
  })
  if (publicAddresses?.identity !== undefined) app.route(publicIdentityPath, identityAt(publicAddresses.identity))
  app.route('/', identityAt())
  app.use(meetFaults())
  app.all('*', answerWith(answer, header))
  app.onError(refuse(log, speaks))
  app.notFound(() => new Response(null, { status: 404 }))

  const server = await listen(app, port, tier)
  const { port: bound } = server.address() as AddressInfo
  origin = tier ? originOf(tier, bound) : `http://${address}:${bound}`
  const purge = setInterval(() => {
    Promise.all(purges.map((purge) => purge(db))).catch((error: unknown) =>
      log('purge failed', { error: String(error) }),
    )
  }, purgeEveryMs).unref()
  runningKeys = await keyManagement?.start()
  const stopDemoClock = await runInOne(db, 'world', log, () => {
    const stopTicker = world.start()
    const stopClock = clock.start(log)
    return Promise.resolve(() => {
      stopTicker()
      return stopClock()
    })
  })

  return {
    desktop: origin,
    mdm: origin,
    identity: publicAddresses?.identity ?? origin,
    ...(labPath !== undefined && { lab: origin + labPath }),
    ...(labMail && { labMail: labMail.as('notifications') }),
    ...(firstAccounts && apiKey !== undefined && { firstRun: { ...firstAccounts, apiKey } }),
    ...(setUpToken !== undefined && { setUpToken }),
    ...(madeClient && { demoClient: madeClient }),
    ...(runningKeys && { keys: runningKeys }),
    archiveCommands: (before, signal) => archiveCommands(db, masterKey, before, signal),
    notReady: readiness,
    close: async () => {
      clearInterval(purge)
      await world.stop()
      await drain(server)
      await labMail?.close()
      await stopDemoClock()
      await runningKeys?.close()
    },
  }
}

type Tables = CallCountTables &
  DesktopTables &
  InventoryTables &
  DeviceTables &
  MailTables &
  KeyTables &
  IdentityTables &
  LabTables &
  LeaseTables
const firstStart = 'first start'

const notReady = async (db: Kysely<DeviceTables & InventoryTables>, keys: RunningKeyManagement | undefined) =>
  (await fleetNotReady(db)) ?? (await computersNotReady(db)) ?? keys?.notReady()

async function listen(app: Hono<{ Bindings: HttpBindings }>, port: number, tier: Tier | undefined): Promise<Server> {
  const headers = () => serviceHeaders
  const serverOptions = { ...requestTimeouts, ServerResponse: responseWith(headers) }
  const hono = { fetch: app.fetch, overrideGlobalObjects: false }
  const server = (
    tier
      ? createAdaptorServer({ ...hono, createServer, serverOptions: { ...serverOptions, ...serverTls(tier) } })
      : createAdaptorServer({ ...hono, serverOptions })
  ) as Server
  protectServer(server, { headers, isExempt: isOwnConsole, bodyOf: unreadable })
  server.listen(port, tier?.host ?? address)
  await once(server, 'listening')
  return server
}
