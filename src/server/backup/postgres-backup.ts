import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { Pool } from 'pg'
import type { Migrations } from '#platform/database/open.ts'
import { type Manifest, tablesPart } from './manifest.ts'
import { pauseRestored } from './pause-restored.ts'

const rowsAtOnce = 1000
/** Archives are up to several megabytes each. */
const archivesAtOnce = 10
const sequences = `${tablesPart}.sequences.json`
type Db = Kysely<unknown>

/**
 * Writes all rows of all tables from one snapshot, as JSON lines. Independent of PostgreSQL client tools and versions.
 */
export const backUpPostgres = (db: Db, folder: string): Promise<string[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const tables = await tablesOf(transaction)
      if (!tables.includes('kysely_migration')) throw new Error('This database contains no Triptych data')
      await mkdir(join(folder, tablesPart), { recursive: true, mode: 0o700 })
      for (const table of tables) await writeTable(transaction, table, join(folder, tablesPart, `${table}.jsonl`))
      const { rows } = await sql<{ line: string }>`select row_to_json(s)::text as line from
        (select sequencename as name, last_value as last from pg_sequences where schemaname = current_schema()) s`.execute(
        transaction,
      )
      await writeLines(join(folder, sequences), [rows.map(({ line }) => line)])
      const names = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(transaction)
      return names.rows.map(({ name }) => name)
    })

async function writeTable(db: Transaction<unknown>, table: string, path: string) {
  await sql`declare backup_rows no scroll cursor for select row_to_json(t)::text as line from ${sql.table(table)} t`.execute(
    db,
  )
  await writeLines(path, fetched(db, table.endsWith('_archive') ? archivesAtOnce : rowsAtOnce))
  await sql`close backup_rows`.execute(db)
}

async function* fetched(db: Transaction<unknown>, concurrency: number) {
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(concurrency)} from backup_rows`.execute(db)
    if (rows.length === 0) return
    yield rows.map(({ line }) => line)
  }
}

async function writeLines(path: string, pages: AsyncIterable<string[]> | Iterable<string[]>) {
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const lines of pages) if (lines.length > 0) await handle.write(`${lines.join('\n')}\n`)
  } finally {
    await handle.close()
  }
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema() order by tablename`.execute(db)
  return rows.map(({ name }) => name)
}

/** Sets its own application name, so that product processes can be distinguished from it. */
export const openPostgres = (connectionString: string) =>
  new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: new Pool({
        connectionString,
        max: 1,
        application_name: 'triptych backup',
        connectionTimeoutMillis: 10_000,
      }),
    }),
  })

export const hasPostgresData = async (db: Db) => (await tablesOf(db)).length > 0

/** Throws while a product process is connected, since its in-memory state would not match the restored data. */
export async function requirePostgresUnused(db: Db) {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'triptych'`.execute(db)
  if ((rows[0]?.count ?? 0) > 0) {
    throw new Error('The database is in use by a running process. Stop all Triptych processes, then restore.')
  }
}

/** Recreates the tables at the backup's migrations and inserts its rows in one transaction, replacing existing data. */
export const restorePostgres = (db: Db, folder: string, { migrations }: Manifest, known: Migrations) =>
  db.transaction().execute(async (transaction) => {
    await dropAll(transaction)
    await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      transaction,
    )
    await sql`create table kysely_migration_lock (id varchar(255) primary key, is_locked integer default 0 not null)`.execute(
      transaction,
    )
    for (const name of migrations) await known[name]?.up(transaction)
    const tables = await inOrderOfReferences(transaction)
    for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(transaction)
    for (const table of tables) await readTable(transaction, table, join(folder, tablesPart, `${table}.jsonl`))
    for (const [table, pause] of Object.entries(pauseRestored))
      if (tables.includes(table)) await sql.raw(pause).execute(transaction)
    for await (const lines of pagesOf(join(folder, sequences))) {
      for (const line of lines) {
        const { name, last } = JSON.parse(line) as { name: string; last: number | null }
        if (last !== null) await sql`select setval(${name}::regclass, ${last})`.execute(transaction)
      }
    }
  })

async function dropAll(db: Transaction<unknown>) {
  for (const table of await tablesOf(db)) await sql`drop table ${sql.table(table)} cascade`.execute(db)
  const functions = await sql<{ name: string }>`select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(db)
  for (const { name } of functions.rows) await sql.raw(`drop function ${name}`).execute(db)
}

async function inOrderOfReferences(db: Transaction<unknown>): Promise<string[]> {
  const { rows } = await sql<{ table: string; on: string }>`select r.relname as "table", f.relname as "on"
    from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_class f on f.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and c.conrelid <> c.confrelid`.execute(db)
  const ordered = new Set<string>()
  const add = (table: string) => {
    if (ordered.has(table)) return
    for (const reference of rows) if (reference.table === table) add(reference.on)
    ordered.add(table)
  }
  for (const table of await tablesOf(db)) add(table)
  return [...ordered]
}

async function readTable(db: Transaction<unknown>, table: string, path: string) {
  for await (const lines of pagesOf(path)) {
    const names = sql.join(Object.keys(JSON.parse(lines[0] ?? '{}') as object).map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${names}) overriding system value
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${`[${lines.join()}]`}::json)`.execute(db)
  }
}

async function* pagesOf(path: string): AsyncGenerator<string[]> {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1024 * 1024 })) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    while (lines.length > 0) yield lines.splice(0, rowsAtOnce)
  }
}
