import type { Kysely } from 'kysely'
import type { Log } from '#platform/log.ts'
import { sealFor } from '#platform/seal.ts'
import { openSites, type SiteSettings } from '#platform/upstream/sites.ts'
import { keyStore } from './api-keys/key-store.ts'
import { auditTrail } from './audit/audit-trail.ts'
import { openOAuth } from './oauth/open-oauth.ts'
import { sessionStore } from './sessions/session.ts'
import type { ProxyTables } from './tables.ts'

export type ApiSettings = {
  database: Kysely<ProxyTables>
  masterKey: Buffer
  sites: readonly SiteSettings[]
  /** Where browsers reach the console: `http://127.0.0.1:8080`; the first is the one that others are told. */
  origins: ReadonlySet<string>
  /** The servers are those that come with the console, and no file of connections names them. */
  embedded: boolean
  /** And what they hold is the demo. */
  demo: boolean
  log: Log
  /** For people: what the console is and what it runs on. */
  about: { version: string; database: string; startedAt: number }
}
/** What the handlers of the proxy's own rows work with. */
export type Parts = ReturnType<typeof partsOf>

export function partsOf(settings: ApiSettings) {
  const { database, masterKey, origins, embedded, demo, log, about } = settings
  const sites = openSites(settings.sites)
  const sessions = sessionStore(database, sealFor('session', masterKey))
  const audit = auditTrail(database, masterKey, log)
  const keys = keyStore(database, sealFor('key', masterKey), masterKey, sites)
  const oauth = openOAuth({ database, seal: sealFor('oauth', masterKey), sites, sessions, origins, audit, log })
  return { database, masterKey, sites, sessions, audit, keys, oauth, embedded, demo, log, about }
}
