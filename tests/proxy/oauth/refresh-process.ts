// Refreshes one grant an hour from now, in a process of its own, so that a test can kill it amid that.
import { defaultDialect } from '#contract/dialect.ts'
import { openDatabase } from '#platform/database/open.ts'
import { sealFor } from '#platform/seal.ts'
import { openSites } from '#platform/upstream/sites.ts'
import { openOAuth } from '#proxy/oauth/open-oauth.ts'
import { sessionStore } from '#proxy/sessions/session-store.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { ownMigrations } from '#server/migrations.ts'
import { auditTrail } from '#services/console/audit/audit-trail.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { identityAt } from './consoles.ts'

type Given = { url?: string; folder: string; masterKey: string; provider: string; id: string }
const { url, folder, masterKey, provider, id } = JSON.parse(process.argv[2] ?? '{}') as Given
const key = Buffer.from(masterKey, 'hex')
const database = (await openDatabase({ url, folder, migrations: ownMigrations })).db.$extendTables<
  ProxyTables & ConsoleTables
>()
const log = () => undefined
const connections = { mdm: { name: 'mdm', baseUrl: new URL(provider), dialect: defaultDialect } }
const oauth = openOAuth({
  database,
  seal: sealFor('oauth', key),
  sites: openSites([{ name: 'hq', title: 'Head office', connections, identity: identityAt(provider) }]),
  sessions: sessionStore(database, sealFor('session', key)),
  origins: new Set(['http://127.0.0.1:1']),
  audit: auditTrail(database, key, log),
  log,
  leaseMs: 1_500,
})
const { now } = Date
Date.now = () => now() + 3_600_000
await oauth.bearer({ id }, 'person')
