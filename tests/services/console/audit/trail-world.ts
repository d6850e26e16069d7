// An audit on a database of its own, SQLite or PostgreSQL, and somebody who writes to its tables behind its back.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { NewEntry } from '#platform/console.ts'
import { openDatabase } from '#platform/database/open.ts'
import { auditTrail } from '#services/console/audit/audit-trail.ts'
import { auditMigrations } from '#services/console/audit/tables.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

export type TrailWorld = Awaited<ReturnType<typeof openTrail>>

export const masterKey = Buffer.alloc(32, 'the master key of this test')

/** Without a URL, SQLite, in a folder of its own unless one is given. */
export async function openTrail(url?: string, given?: string) {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'triptych-audit-')))
  const database = await openDatabase({ url, folder, migrations: auditMigrations })
  const tables = database.db.$extendTables<ConsoleTables>()
  const logged: string[] = []
  const log = (event: string, facts: object = {}) => void logged.push(JSON.stringify({ event, ...facts }))
  return {
    url,
    folder,
    tables,
    logged,
    trail: auditTrail(tables, masterKey, log),
    /** The same audit, of somebody with another master key. */
    withKey: (key: Buffer) => auditTrail(tables, key, log),
    /** Who owns the database can take its triggers away, and then write what they like. */
    tamper: async (...statements: string[]) => {
      const triggers = url
        ? ['proxy_audit', 'proxy_audit_archive'].map((table) => `alter table ${table} disable trigger user`)
        : ['proxy_audit', 'proxy_audit_archive'].flatMap((table) =>
            ['update', 'delete'].map((change) => `drop trigger if exists ${table}_no_${change}`),
          )
      for (const statement of [...triggers, ...statements]) await sql.raw(statement).execute(tables)
    },
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const anEntry = (more: Partial<NewEntry> = {}): NewEntry => ({
  site: 'test',
  user: 'admin',
  address: '127.0.0.1',
  action: 'mdm.wipeDevice',
  target: 'device_id: 7',
  result: 'done',
  code: '',
  ...more,
})

/** Entries that differ in all they say: what each of them says must count. */
export const fiveEntries: NewEntry[] = [
  anEntry({ action: 'session.signIn', target: '', result: 'refused', code: 'WRONG_CREDENTIALS' }),
  anEntry({ action: 'session.signIn', target: '' }),
  anEntry({ user: 'operator', address: '10.1.2.3' }),
  anEntry({
    action: 'keys.getSshKeyPassphrase',
    target: 'keyName: web',
    revealedTo: 'test admin',
    reason: 'Key rotation',
  }),
  anEntry({
    target: 'device_id: 8',
    result: 'failed',
    code: 'TIMEOUT',
    site: 'other',
    reason: 'Stolen',
    ticket: 'T-1',
  }),
]
