import type { Kysely } from 'kysely'
import { defaultUploadBytes } from '#contract/mdm/upload.ts'
import type { ConsoleService } from '#platform/console.ts'
import type { Log } from '#platform/log.ts'
import { sealFor } from '#platform/seal.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import { openOAuth } from './oauth/open-oauth.ts'
import { sessionStore } from './sessions/session-store.ts'
import type { ProxyTables } from './tables.ts'

export type ApiSettings = {
  database: Kysely<ProxyTables>
  masterKey: Buffer
  sites: Sites
  /** Origins of the console, such as `http://127.0.0.1:8080`; the first is the canonical one. */
  origins: ReadonlySet<string>
  /** The servers contain demo data. */
  demo: boolean
  /** Maximum size of an upload. */
  maxUploadBytes?: number
  log: Log
  /** The console's own service. */
  console: ConsoleService
}
/** Dependencies of the local handlers. */
export type Parts = ReturnType<typeof partsOf>

export function partsOf(settings: ApiSettings) {
  const { database, masterKey, sites, origins, demo, log, console: service } = settings
  const { maxUploadBytes = defaultUploadBytes } = settings
  const sessions = sessionStore(database, sealFor('session', masterKey))
  const { audit } = service
  const oauth = openOAuth({ database, seal: sealFor('oauth', masterKey), sites, sessions, origins, audit, log })
  return { database, masterKey, sites, sessions, service, audit, oauth, demo, maxUploadBytes }
}
