// Rows of wide tables, on both databases.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/open.ts'
import { updateRow, upsertRow } from '#platform/database/wide-rows.ts'
import { noPostgres, startPostgres } from './postgres.ts'

const columns = Array.from({ length: 400 }, (_, at) => `column_${at}`)
const filled = (text: string) => Object.fromEntries(columns.map((name, at) => [name, `${text} ${at}`]))

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('on $name', ({ name, skip }) => {
  let db: Kysely<{ wide: Record<string, unknown> }>
  let folder: string
  let close: () => Promise<void>

  beforeAll(async () => {
    if (skip) return
    folder = await mkdtemp(join(tmpdir(), 'triptych-wide-'))
    const url = name === 'SQLite' ? undefined : await (await startPostgres()).createDatabase('wide')
    const database = await openDatabase({ url, folder, migrations: {} })
    close = () => database.close()
    db = database.db.$extendTables<{ wide: Record<string, unknown> }>()
    const texts = sql.join(columns.map((column) => sql`${sql.ref(column)} text`))
    await sql`create table wide (id bigint primary key, ${texts}, n bigint)`.execute(db)
  })
  afterAll(async () => {
    if (skip) return
    await close()
    await rm(folder, { recursive: true })
  })
  const rows = () => db.selectFrom('wide').selectAll().orderBy('id').execute()

  test.skipIf(skip)('each is written with its own values, inserted first and updated later', async () => {
    await upsertRow(db, 'wide', 'id', { id: 1, ...filled('first'), n: 1 })
    await upsertRow(db, 'wide', 'id', { id: 2, ...filled('second'), n: null })
    await upsertRow(db, 'wide', 'id', { id: 1, ...filled('changed'), n: 3 })
    expect(await rows()).toEqual([
      { id: 1, ...filled('changed'), n: 3 },
      { id: 2, ...filled('second'), n: null },
    ])
    await updateRow(db, 'wide', 'id', { id: 2, column_7: 'alone', n: 4 })
    await updateRow(db, 'wide', 'id', { column_7: null, id: 1, n: 5 })
    await updateRow(db, 'wide', 'id', { id: 3, column_7: 'nobody', n: 6 })
    expect(await rows()).toEqual([
      { id: 1, ...filled('changed'), column_7: null, n: 5 },
      { id: 2, ...filled('second'), column_7: 'alone', n: 4 },
    ])
  })

  test.skipIf(skip)('other columns are other statements', async () => {
    await upsertRow(db, 'wide', 'id', { id: 9, column_1: 'one' })
    await upsertRow(db, 'wide', 'id', { id: 9, column_2: 'two' })
    await upsertRow(db, 'wide', 'id', { column_1: 'other', id: 9 })
    expect((await rows()).at(-1)).toMatchObject({ id: 9, column_1: 'other', column_2: 'two' })
  })
})
