// What each migration asks of either database, held by a digest.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '#server/migrations.ts'

const file = join(import.meta.dirname, 'landed-migrations.json')
const createDriver = () => new DummyDriver()
const dialects: Record<string, Dialect> = {
  sqlite: {
    createDriver,
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  },
  postgres: {
    createDriver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
}

/** Of the statements that change something, but for their layout. */
async function digestOf(migration: Migration): Promise<string> {
  const hash = createHash('sha256')
  for (const [name, dialect] of Object.entries(dialects)) {
    hash.update(`${name}\n`)
    const db = new Kysely<unknown>({
      dialect,
      log: ({ query: { sql, parameters } }) => {
        if (!/^\s*(select|with)\b/i.test(sql))
          hash.update(`${sql.replace(/\s+/g, ' ')} ${JSON.stringify(parameters)}\n`)
      },
    })
    await migration.up(db)
  }
  return hash.digest('hex')
}

test('a migration that has landed asks the same of both databases for ever', async () => {
  const landed = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  const entries = Object.entries(migrations).map(
    async ([name, migration]) => [name, await digestOf(migration)] as const,
  )
  const now = Object.fromEntries((await Promise.all(entries)).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const changed = Object.keys(landed).filter((name) => now[name] !== landed[name])
  expect(changed, 'a landed migration changed or is gone: write a new one instead').toEqual([])

  const added = Object.keys(now).filter((name) => !(name in landed))
  if (process.env.TRIPTYCH_LANDED === 'record') await writeFile(file, `${JSON.stringify(now, null, 2)}\n`)
  else expect(added, 'record a new migration: TRIPTYCH_LANDED=record npx vitest run landed-migrations').toEqual([])
})
