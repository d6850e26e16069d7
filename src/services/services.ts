import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Database } from './database/open.ts'
import { createFirstAccounts } from './desktop/accounts.ts'
import { purgeFailures } from './desktop/failure-limit.ts'
import { purgeOtpAttempts } from './desktop/one-time-codes.ts'
import type { Role } from './desktop/roles.ts'
import { desktopService } from './desktop/service.ts'
import type { DesktopTables } from './desktop/tables.ts'
import { callerByToken, purgeTokens } from './desktop/tokens.ts'
import { breakWire } from './lab/break-wire.ts'
import { faultList } from './lab/faults.ts'
import { lab } from './lab/lab.ts'
import { mailbox, type MailTables, purgeMails } from './lab/mailbox.ts'
import type { Log } from './log.ts'
import { callerByKey, consoleKey, issueKey, purgeKeys } from './mdm/api-keys.ts'
import { pageTokenKey, pageTokens } from './mdm/page-token.ts'
import { fleetNotReady, type Seed, seedFleet } from './mdm/seed.ts'
import { mdmService } from './mdm/service.ts'
import type { DeviceTables } from './mdm/tables.ts'
import { router } from './router.ts'
import { accessLogged, answerWith, loopbackOnly, refuse } from './serve.ts'

type Options = {
  database: Database
  /** 0 = any free one. */
  port: number
  seed: Seed
  demoPassword?: string | undefined
  demoApiKey?: string | undefined
  log: Log
  /** A mail came to the lab's mailbox; its text stays there. */
  onMail?: (mail: { to: string; subject: string }) => void
}
/** The embedded services, running. */
export type Embedded = {
  desktop: string
  mdm: string
  lab: string
  /** API key for the console's own calls. */
  mdmKey(): Promise<string>
  /** On the run that created the accounts, and never again. */
  firstRun?: { accounts: readonly { name: string; role: Role }[]; password: string; apiKey: string }
  /** Which part is not ready, if any. */
  notReady(): Promise<string | undefined>
  close(): Promise<void>
}

const address = '127.0.0.1'
const labPath = '/lab'
const purgeEveryMs = 10 * 60_000
const drainMs = 5000

export async function startServices({
  database,
  port,
  seed,
  demoPassword,
  demoApiKey,
  log,
  onMail,
}: Options): Promise<Embedded> {
  const db = database.db.$extendTables<DesktopTables & DeviceTables & MailTables>()
  await seedFleet(db, seed, log)
  // Last, because it takes long to make a large fleet: a password of a start that is killed would never be seen.
  const firstAccounts = await createFirstAccounts(db, demoPassword)
  const apiKey = firstAccounts && (await issueKey(db, 'first', { key: demoApiKey }))

  const mails = mailbox(db)
  const faults = faultList()
  const ownKey = consoleKey(db)
  const endpoints = [
    ...desktopService(db, async (mail) => {
      await mails.send(mail)
      onMail?.(mail)
    }),
    ...mdmService(db, pageTokens(await pageTokenKey(db))),
  ]
  const answer = router(endpoints, {
    desktop: (token) => callerByToken(db, token),
    mdm: async (secret) => (await callerByKey(db, secret)) ?? callerByToken(db, secret),
  })

  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false })
  app.use(accessLogged(log))
  app.use(loopbackOnly)
  app.route(labPath, lab(mails, faults))
  app.use(breakWire(faults))
  app.all('*', answerWith(answer))
  app.onError(refuse(log))
  app.notFound(() => new Response(null, { status: 404 }))

  const server = await listen(app, port)
  const origin = `http://${address}:${(server.address() as AddressInfo).port}`
  const purge = setInterval(() => {
    Promise.all([purgeTokens, purgeOtpAttempts, purgeFailures, purgeKeys, purgeMails].map((purge) => purge(db))).catch(
      (error: unknown) => log('purge failed', { error: String(error) }),
    )
  }, purgeEveryMs).unref()

  return {
    desktop: origin,
    mdm: origin,
    lab: origin + labPath,
    mdmKey: () => ownKey.current(),
    ...(firstAccounts && apiKey !== undefined && { firstRun: { ...firstAccounts, apiKey } }),
    notReady: () => fleetNotReady(db).catch((error: unknown) => `database: ${String(error)}`),
    close: async () => {
      clearInterval(purge)
      await drain(server)
      await ownKey.revoke()
    },
  }
}

async function listen(app: Hono<{ Bindings: HttpBindings }>, port: number): Promise<Server> {
  const serverOptions = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 2000 }
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions, overrideGlobalObjects: false }) as Server
  server.listen(port, address)
  await once(server, 'listening')
  return server
}

/** Take no new request, let those that run end, and cut what does not end in time. */
async function drain(server: Server) {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(cut)
}
