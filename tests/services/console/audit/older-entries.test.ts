// Entries and archives from before reasons were asked for, by decision 81: they stay as true as they were.
import { createHmac, hkdfSync } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/database/open.ts'
import { archiveAudit } from '#services/console/audit/chain.ts'
import { auditMigrations } from '#services/console/audit/tables.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { anEntry, masterKey, openTrail } from './trail-world.ts'

const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych audit', 32))
const hashed = (values: unknown[]) => createHmac('sha256', key).update(JSON.stringify(values)).digest('hex')
const names = 'id, at, site, user_name, address, action, target, result, code, revealed_to'
const start = Date.UTC(2026, 0, 1)

/** Four entries as the version before wrote them, two of them in an archive. */
async function fillAsBefore(folder: string) {
  const { proxy_024_audit_reason: _, ...migrations } = auditMigrations
  const database = await openDatabase({ folder, migrations })
  const { db } = database
  let hash = ''
  for (let id = 1; id <= 4; id += 1) {
    const facts = [id, start + id, 'test', 'Ada', '127.0.0.1', 'mdm.wipeDevice', `device_id: ${id}`, 'done', '', null]
    hash = hashed([hash, ...facts])
    const searched = `\nada\nmdm.wipedevice\ndevice_id: ${id}\n`
    await sql`insert into proxy_audit (${sql.raw(names)}, searched, hash)
      values (${sql.join([...facts, searched, hash])})`.execute(db)
  }
  await sql`update proxy_audit_head set last = 4, hash = ${hash}, seal = ${hashed(['head', 4, hash])}`.execute(db)
  await archiveAudit(db.$extendTables<ConsoleTables>(), masterKey, start + 3)
  await database.close()
}

test('entries and archives of the previous version verify, and new ones with a reason follow them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-audit-'))
  await fillAsBefore(folder)
  const world = await openTrail(undefined, folder)
  try {
    expect(await world.trail.verify()).toMatchObject({ intact: true, entries: 4, archives: 1 })
    await world.trail.record(anEntry({ reason: 'Stolen in Lyon', ticket: 'INC-1' }))
    const { entries } = await world.trail.list({ site: 'test' }, { page: 0, limit: 10 })
    expect(entries.map(({ id, reason }) => [id, reason])).toEqual([
      [5, 'Stolen in Lyon'],
      [4, ''],
      [3, ''],
    ])
    await archiveAudit(world.tables, masterKey, Date.now() + 1)
    expect(await world.trail.verify()).toMatchObject({ intact: true, entries: 5, archives: 2 })
  } finally {
    await world.close()
  }
})
