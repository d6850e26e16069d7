import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#platform/database/open.ts'
import { fleetStore } from '#services/console/fleet/fleet-store.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'
const n = Number(process.argv[2] ?? 2000)
const folder = process.argv[3] ?? (await mkdtemp(join(tmpdir(), 'zz-')))
const database = await openDatabase({ url: process.env.PGURL, folder, migrations: consoleMigrations })
const db = database.db.$extendTables<ConsoleTables>()
const store = fleetStore(db)
const now = Date.now()
const t = { make: 0, rows: 0, changed: 0, records: 0 }
for (let from = 0; from < n; from += 200) {
  let s = performance.now()
  const lap = (k: keyof typeof t) => {
    const e = performance.now()
    t[k] += e - s
    s = e
  }
  const made = Array.from({ length: 200 }, (_, at) => deviceAt(from + at, now).record)
  lap('make')
  await store.takeRows('bench', made, { walk: 1, isDelta: false, at: now })
  lap('rows')
  const waiting = await store.changed('bench', 200)
  lap('changed')
  const byId = new Map(made.map((record) => [record.device_id, record]))
  await store.takeRecords(
    'bench',
    waiting.flatMap(({ id, device_id }) => {
      const record = byId.get(device_id)
      return record ? [{ id, record, at: now }] : []
    }),
  )
  lap('records')
}
for (const [k, v] of Object.entries(t)) console.log(k, (v / n).toFixed(3), 'ms per device')
await database.close()
if (!process.argv[3]) await rm(folder, { recursive: true })
