import type { Kysely } from 'kysely'
import type { ConsoleHandlers, People } from '#platform/console.ts'
import type { Log } from '#platform/log.ts'
import { sealFor } from '#platform/seal.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import { keyHandlers } from './api-keys/key-handlers.ts'
import { keyStore } from './api-keys/key-store.ts'
import { auditHandlers } from './audit/audit-handlers.ts'
import { auditTrail } from './audit/audit-trail.ts'
import { type About, connectionHandlers } from './connections/connection-handlers.ts'
import { openHealth } from './connections/health/open-health.ts'
import { setUpHandler } from './set-up.ts'
import type { ConsoleTables } from './tables.ts'

export type ConsoleSettings = {
  database: Kysely<ConsoleTables>
  masterKey: Buffer
  sites: Sites
  /** The servers are those that come with the console, and no file of connections names them. */
  embedded: boolean
  about: About
  log: Log
}

/** The service of the console itself: its audit, its connections and their credentials (decision 122). */
export function openConsole({ database, masterKey, sites, embedded, about, log }: ConsoleSettings, people: People) {
  const { callAs, bearerFor, grantOf } = people
  const audit = auditTrail(database, masterKey, log)
  const keys = keyStore(database, sealFor('key', masterKey), masterKey, sites)
  const health = openHealth({ keys, sites, bearerFor })
  const handlers: ConsoleHandlers = {
    ...auditHandlers({ audit, keys, callAs }),
    ...connectionHandlers({ keys, grantOf, health, embedded, about }),
    ...keyHandlers(keys),
    setUp: setUpHandler,
  }
  const reporting = setInterval(() => void audit.reportEndedAttempts().catch(() => undefined), 60_000).unref()
  return {
    handlers,
    audit,
    keyOf: keys.keyOf,
    health,
    close: async () => {
      clearInterval(reporting)
      await health.close()
    },
  }
}
