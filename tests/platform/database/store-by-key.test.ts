import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { storeByKey } from '#platform/database/differences.ts'
import { openDatabase } from '#platform/database/open.ts'

test('SQLite finds the rows of a table by its key alone, and none is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-by-key-'))
  const database = await openDatabase({ url: undefined, folder, migrations: {} })
  const { db } = database
  try {
    for (const table of ['quoted', 'plain']) {
      const name = table === 'quoted' ? sql.raw(`"${table}"`) : sql.raw(table)
      await sql`create table ${name} (thing bigint primary key, text text not null)`.execute(db)
      await sql`insert into ${name} values (9007199254740991, 'last'), (3, 'third'), (-1, 'first')`.execute(db)
      const planOf = async () => {
        const { rows } = await sql<{
          detail: string
        }>`explain query plan select text from ${name} where thing = 3`.execute(db)
        return rows.map(({ detail }) => detail)
      }
      await storeByKey(db, table, 'thing')
      expect(await planOf()).toEqual([expect.stringContaining('USING INTEGER PRIMARY KEY')])
      const { rows } = await sql`select * from ${name} order by thing`.execute(db)
      expect(rows).toEqual([
        { thing: -1, text: 'first' },
        { thing: 3, text: 'third' },
        { thing: 9007199254740991, text: 'last' },
      ])
    }
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
})
