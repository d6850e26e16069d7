import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { parseQuery } from '#contract/fleet/query-line.ts'
import { openDatabase } from '#platform/database/open.ts'
import { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'
const database = await openDatabase({ url: process.env.PGURL, folder: process.argv[2], migrations: consoleMigrations })
const db = database.db.$extendTables<ConsoleTables>()
await sql.raw('analyze').execute(db)
const text = readFileSync(new URL('./bench/fleet.ts', import.meta.url), 'utf8')
const lists = [...text.matchAll(/const (usual|any) = (\[[\s\S]*?\n\])/g)].map((m) => eval(m[2]) as string[])
const queries = fleetQueries(db, Date.now)
for (const lines of lists) {
  const all: number[] = []
  for (const line of lines) {
    const parsed = parseQuery(line, deviceCatalog)
    if ('problem' in parsed) throw new Error(line)
    const query = { site: 'bench', conditions: parsed.conditions, catalog: deviceCatalog }
    const med = async (f: () => Promise<unknown>) => {
      const t: number[] = []
      let r: unknown
      for (let i = 0; i < 7; i++) {
        const s = performance.now()
        r = await f()
        t.push(performance.now() - s)
      }
      return [t.sort((a, b) => a - b)[3]!, r] as const
    }
    const [page, r] = await med(() =>
      queries.page(query, { columns: ['office', 'os_version', 'last_contact_time'], offset: 0, limit: 50 }),
    )
    const [count] = await med(() => queries.count(query))
    all.push(page)
    console.log(
      line.padEnd(60),
      'page',
      page.toFixed(0),
      'count',
      count.toFixed(0),
      'total',
      (r as { total: number }).total,
    )
  }
  console.log(
    'median',
    all.sort((a, b) => a - b)[Math.floor(all.length / 2)]!.toFixed(0),
    'max',
    Math.max(...all).toFixed(0),
  )
}
await database.close()
