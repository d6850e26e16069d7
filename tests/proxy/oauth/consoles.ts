// One or several processes of the console on one database, before identity providers that a test chooses.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { type Database, openDatabase } from '#platform/database/open.ts'
import type { IdentitySettings, SiteSettings } from '#platform/upstream/sites.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { listen, requestListener } from '#server/listen.ts'
import { ownMigrations } from '#server/migrations.ts'
import { startConsole } from '#server/start-console.ts'
import { paths } from '#paths.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

/** Of the console as a client; must be seen nowhere but at the identity provider. */
export const clientSecret = 'canary-client-secret-4Wm9'

export const identityAt = (authUrl: URL | string, given: Partial<IdentitySettings> = {}): IdentitySettings => ({
  title: 'the identity provider',
  authUrl: new URL(authUrl),
  clientId: 'triptych.console',
  clientSecret,
  scopes: ['DesktopManagement.restapi.READ', 'DeviceManagement.MDMInventory.READ'],
  parametersIn: 'body',
  accountsServers: [],
  apiDomains: [],
  ...given,
})

/** Ports are known before anything listens on them: identity providers have to know where they send browsers back. */
export async function openDoors(count = 1) {
  const listeners = []
  for (let at = 0; at < count; at += 1) listeners.push(await listen('127.0.0.1', 0))
  const origins = listeners.map(({ port }) => `http://127.0.0.1:${port}`)
  return { listeners, origins }
}
export type Doors = Awaited<ReturnType<typeof openDoors>>

export type Consoles = Awaited<ReturnType<typeof startConsoles>>
type Process = {
  database: Database
  tables: Kysely<ProxyTables & ConsoleTables>
  proxy: ReturnType<typeof startConsole>
  listener: Doors['listeners'][number]
}
type Options = { doors: Doors; sites: SiteSettings[]; url?: string; folder?: string; masterKey?: Buffer }

export async function startConsoles({ doors, sites, url, folder, masterKey = randomBytes(32) }: Options) {
  const ownFolder = folder ?? (await mkdtemp(join(tmpdir(), 'triptych-oauth-')))
  const log: string[] = []
  const opened: Process[] = []
  for (const listener of doors.listeners) {
    const database = await openDatabase({ url, folder: ownFolder, migrations: ownMigrations })
    const tables = database.db.$extendTables<ProxyTables & ConsoleTables>()
    const proxy = startConsole({
      places: paths,
      database: database.db,
      masterKey,
      sites,
      about: { version: '0.0.0', database: 'SQLite', startedAt: 0 },
      assets: { page: () => '', find: () => undefined },
      origins: new Set(doors.origins),
      log: (event, facts) => void log.push(JSON.stringify({ event, ...facts })),
      embedded: true,
      demo: true,
      notReady: () => Promise.resolve(undefined),
    })
    listener.serve(requestListener(proxy.app.fetch))
    opened.push({ database, tables, proxy, listener })
  }
  const [first] = opened
  if (!first) throw new Error('There is no console')
  return {
    origins: doors.origins,
    log,
    masterKey,
    folder: ownFolder,
    tables: first.tables,
    /** Everything that is on the disk. */
    stored: async () => {
      const files = await readdir(ownFolder)
      return Buffer.concat(await Promise.all(files.map((file) => readFile(join(ownFolder, file))))).toString('latin1')
    },
    stop: async ({ keepFolder = false } = {}) => {
      for (const { listener, proxy, database } of opened) {
        listener.server.closeIdleConnections() // nobody sends anything more; stop() would wait for that
        await listener.stop()
        await proxy.close()
        await database.close()
      }
      if (!keepFolder) await rm(ownFolder, { recursive: true, force: true })
    },
  }
}
