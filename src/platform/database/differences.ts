/** All differences between the two databases; no other code distinguishes them. */
import {
  type Expression,
  type Kysely,
  PostgresAdapter,
  type QueryExecutorProvider,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely'

const isPostgres = (db: QueryExecutorProvider) => db.getExecutor().adapter instanceof PostgresAdapter

/** Runs the variant for this database. */
export const onDatabase = <T>(db: QueryExecutorProvider, ways: { sqlite: () => T; postgres: () => T }): T =>
  isPostgres(db) ? ways.postgres() : ways.sqlite()

type Column<T> = Expression<T>

/** A text column that sorts bytewise in both databases, regardless of the server's locale. */
export const bytewiseText = (db: QueryExecutorProvider) => (isPostgres(db) ? sql`text collate "C"` : sql`text`)

/** An ascending generated key. */
export const ascendingKey = (db: QueryExecutorProvider) =>
  isPostgres(db) ? sql`bigint generated always as identity` : sql`integer`

/** A key that is given. SQLite stores rows by it. */
export const rowKey = (db: QueryExecutorProvider) => (isPostgres(db) ? sql`bigint` : sql`integer`)

/** Table option for narrow tables: SQLite then stores rows in key order only (WITHOUT ROWID). */
export const storedByKey = (db: QueryExecutorProvider) => (isPostgres(db) ? sql`` : sql`without rowid`)

/**
 * Stores the rows of a table by its key. SQLite does so only if the type of the key is `integer`: with any other, the
 * key is a separate index, and each lookup searches twice.
 */
export async function storeByKey(db: QueryExecutorProvider, table: string, key: string) {
  if (isPostgres(db)) return
  const { rows } = await sql<{ text: string }>`select sql as text from sqlite_master where name = ${table}`.execute(db)
  const moved = `${table}_by_key`
  const text = rows[0]?.text.replace(new RegExp(`^create table "?${table}"?`, 'i'), `create table "${moved}"`)
  await sql.raw((text ?? '').replace(`${key} bigint primary key`, `${key} integer primary key`)).execute(db)
  await sql`insert into ${sql.table(moved)} select * from ${sql.table(table)} order by ${sql.ref(key)}`.execute(db)
  await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`alter table ${sql.table(moved)} rename to ${sql.table(table)}`.execute(db)
}

/** Locks the table against writes of other transactions; reads continue. SQLite transactions are always exclusive. */
export async function lockTable(transaction: QueryExecutorProvider, table: string) {
  if (isPostgres(transaction))
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(transaction)
}

/** Prevents other writes to the table, so that counts remain valid until the work is done. */
export const changeAlone = <Tables, T>(
  database: Kysely<Tables>,
  table: keyof Tables & string,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  database.transaction().execute(async (transaction) => {
    await lockTable(transaction, table)
    return work(transaction)
  })

/** Locks selected rows until the end of the transaction; rows locked elsewhere are awaited or skipped. */
export const lockedRows =
  (db: QueryExecutorProvider & { isTransaction: boolean }, others: 'wait' | 'skipLocked' = 'wait') =>
  <Q extends Lockable<Q>>(query: Q): Q => {
    if (!db.isTransaction || !isPostgres(db)) return query
    const locked = query.forNoKeyUpdate()
    return others === 'wait' ? locked : locked.skipLocked()
  }
type Lockable<Q> = { forNoKeyUpdate: () => Q; skipLocked: () => Q }

/** Locks rows in key order until the end of the transaction. */
export async function lockRows(
  transaction: QueryExecutorProvider,
  table: string,
  keys: readonly number[],
  order: RawBuilder<unknown> = sql`pk`,
) {
  if (!isPostgres(transaction) || keys.length === 0) return
  await sql`select pk from ${sql.table(table)} where ${isOneOf(transaction, sql.ref('pk'), keys)} order by ${order}
    for no key update`.execute(transaction)
}

/** Substring match without wildcards. */
export const contains = (db: QueryExecutorProvider, column: Column<string>, text: string): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
    : sql<SqlBool>`instr(${column}, ${text}) > 0`

/** Common case variants of a text: SQLite folds only ASCII, and so does PostgreSQL with locale C. */
const spellingsOf = (text: string): string[] => {
  const lower = text.toLowerCase()
  const title = lower.replace(/(^|[\s-])\p{L}/gu, (first) => first.toUpperCase())
  return [...new Set([text, lower, text.toUpperCase(), title])]
}

/** Case variants to compare with. Of ASCII texts one is enough: both databases fold ASCII letters by themselves. */
const comparedSpellings = (text: string) => (/[^\0-\x7f]/.test(text) ? spellingsOf(text) : [text])

/** For comparisons with ASCII texts, PostgreSQL need not fold other letters, which takes most of the time. */
const foldedFor = (db: QueryExecutorProvider, column: Column<string>, spellings: readonly string[]) =>
  isPostgres(db) && spellings.length === 1 ? sql<string>`${column} collate "C"` : column

/** Substring match in the common case variants, ignoring ASCII case. */
export const containsAnyCase = (
  db: QueryExecutorProvider,
  column: Column<string>,
  text: string,
): RawBuilder<SqlBool> => {
  const like = isPostgres(db) ? sql`ilike` : sql`like`
  const spellings = comparedSpellings(text)
  const folded = foldedFor(db, column, spellings)
  const holds = spellings.map(
    (wanted) => sql<SqlBool>`${folded} ${like} ${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
  )
  return sql<SqlBool>`(${sql.join(holds, sql` or `)})`
}

/** The same for the whole text. */
export const isAnyCase = (db: QueryExecutorProvider, column: Column<string>, text: string): RawBuilder<SqlBool> => {
  const spellings = comparedSpellings(text)
  const folded = spellings.map((wanted) => sql`lower(${wanted})`)
  return sql<SqlBool>`lower(${foldedFor(db, column, spellings)}) in (${sql.join(folded)})`
}

/** Converts text to a number; null if it is none. */
export const numberOfText = (db: QueryExecutorProvider, column: Column<string>): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`case when ${column} ~ '^-?[0-9]+([.][0-9]+)?$' then ${column}::double precision end`
    : sql<number>`case when ${column} glob '[0-9]*' or ${column} glob '-[0-9]*' then cast(${column} as real) end`

export const isOneOf = (
  db: QueryExecutorProvider,
  column: Column<number>,
  keys: readonly number[],
): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${column} = any(${keys}::integer[])`
    : sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(keys)}))`

/** An integer within a JSON column. */
export const numberIn = (db: QueryExecutorProvider, column: Column<string>, name: string): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`(${column}::json ->> ${name}::text)::bigint`
    : sql<number>`json_extract(${column}, ${`$.${name}`})`

/**
 * Prevents use of an index on this column: for an equality, SQLite would choose it and sort most of the table instead
 * of reading a page in order.
 */
export const unindexed = <T extends string | number>(db: QueryExecutorProvider, column: Column<T>): Expression<T> =>
  isPostgres(db) ? column : sql<T>`+${column}`

/** Makes a table append-only: updates and deletes are rejected. */
export async function appendOnly(db: QueryExecutorProvider, table: string) {
  const statements = isPostgres(db) ? appendOnlyFunction(table) : appendOnlyTriggers(table)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const appendOnlyTriggers = (table: string) =>
  ['update', 'delete'].map(
    (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
      begin select raise(abort, '${table} is append-only'); end`,
  )

const appendOnlyFunction = (table: string) => [
  `create function ${table}_is_append_only() returns trigger language plpgsql
    as $$ begin raise exception '${table} is append-only'; end $$`,
  `create trigger ${table}_no_change before update or delete on ${table}
    for each row execute function ${table}_is_append_only()`,
  `create trigger ${table}_no_truncate before truncate on ${table}
    for each statement execute function ${table}_is_append_only()`,
]

/** Allows deleting rows of an append-only table once they are archived. */
export async function deletableOnceArchived(db: QueryExecutorProvider, table: string, archives: string) {
  const covered = `(select last_id from ${archives} where first_id <= old.id order by first_id desc limit 1)`
  const statements = isPostgres(db)
    ? [
        `create or replace function ${table}_is_append_only() returns trigger language plpgsql as $$ begin
          if tg_op = 'DELETE' then if ${covered} >= old.id then return old; end if; end if;
          raise exception '${table} is append-only'; end $$`,
      ]
    : [
        `drop trigger if exists ${table}_no_delete`,
        `create trigger ${table}_no_delete before delete on ${table} when coalesce(${covered}, old.id - 1) < old.id
          begin select raise(abort, '${table} is append-only'); end`,
      ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Indexes text columns for `contains`, effective for three characters and more. */
export async function indexSubstrings(db: QueryExecutorProvider, table: string, key: string, ...columns: string[]) {
  const statements = isPostgres(db) ? trigramIndex(table, columns) : trigramTable(table, key, columns)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** For tables with existing rows, which the SQLite index does not yet contain. */
export async function indexSubstringsOfRows(db: QueryExecutorProvider, table: string, key: string, column: string) {
  await indexSubstrings(db, table, key, column)
  if (isPostgres(db)) return
  await sql.raw(`insert into ${table}_substrings(${table}_substrings) values ('rebuild')`).execute(db)
}

const trigramIndex = (table: string, columns: readonly string[]) => [
  'create extension if not exists pg_trgm',
  `create index ${table}_substrings on ${table} using gin (${columns.map((column) => `${column} gin_trgm_ops`).join()})`,
]

/** SQLite stores trigrams in a separate table, kept up to date by triggers (sqlite.org/fts5, 4.4.3). */
const trigramTable = (table: string, key: string, columns: readonly string[]) => {
  const names = columns.join()
  const entry = (row: string) => [key, ...columns].map((column) => `${row}.${column}`).join()
  const add = `insert into ${table}_substrings(rowid, ${names}) values (${entry('new')});`
  const drop = `insert into ${table}_substrings(${table}_substrings, rowid, ${names}) values ('delete', ${entry('old')});`
  const changed = columns.map((column) => `old.${column} <> new.${column}`).join(' or ')
  return [
    `create virtual table ${table}_substrings using fts5(
      ${names}, content='${table}', content_rowid='${key}', tokenize='trigram case_sensitive 1', columnsize=0)`,
    `create trigger ${table}_substrings_insert after insert on ${table} begin ${add} end`,
    `create trigger ${table}_substrings_delete after delete on ${table} begin ${drop} end`,
    `create trigger ${table}_substrings_update after update of ${names} on ${table}
      when ${changed} begin ${drop} ${add} end`,
  ]
}

/** After bulk inserts: updates PostgreSQL's planner statistics and visibility map, which index-only scans need. */
export async function afterFilling(db: QueryExecutorProvider, ...tables: string[]) {
  if (isPostgres(db)) await sql.raw(`vacuum analyze ${tables.join()}`).execute(db)
}

/** Keys of at most `limit` rows whose indexed column contains the text. */
export async function findSubstring(
  db: QueryExecutorProvider,
  { table, key, column }: { table: string; key: string; column: string },
  text: string,
  limit: number,
): Promise<number[]> {
  const index = sql.table(`${table}_substrings`)
  const query =
    isPostgres(db) || Array.from(text).length < 3
      ? sql<Found>`select ${sql.ref(key)} as found from ${sql.table(table)}
          where ${contains(db, sql.ref(column), text)} limit ${limit}`
      : sql<Found>`select rowid as found from ${index} where ${index} match ${`${quoted(column)} : ${quoted(text)}`} limit ${limit}`
  const { rows } = await query.execute(db)
  return rows.map(({ found }) => found)
}
type Found = { found: number }

/**
 * Keys of the rows whose indexed column contains the text, if they are at most `limit`. PostgreSQL uses the index by
 * itself, and no index has texts of fewer than three characters: undefined.
 */
export async function findFewSubstrings(
  db: QueryExecutorProvider,
  indexed: Parameters<typeof findSubstring>[1],
  text: string,
  limit: number,
): Promise<number[] | undefined> {
  if (isPostgres(db) || Array.from(text).length < 3) return undefined
  const found = await findSubstring(db, indexed, text, limit + 1)
  return found.length > limit ? undefined : found
}
const quoted = (phrase: string) => `"${phrase.replaceAll('"', '""')}"`

/** Bulk insert, far faster than one parameter per value. Existing rows are unchanged. */
export const insertAll = <T extends object>(db: QueryExecutorProvider, table: string, rows: readonly T[]) =>
  insertRows(db, table, rows, sql` on conflict do nothing`)

/**
 * The same for rows that hardly ever exist: PostgreSQL spends a third of an insert on allowing for conflicts, so it
 * allows for them only after one.
 */
export async function insertNew<T extends object>(
  transaction: QueryExecutorProvider,
  table: string,
  rows: readonly T[],
) {
  if (!isPostgres(transaction)) return insertAll(transaction, table, rows)
  await sql`savepoint before_insert`.execute(transaction)
  try {
    await insertRows(transaction, table, rows, sql``)
  } catch (error) {
    if ((error as { code?: unknown }).code !== uniqueViolation) throw error
    await sql`rollback to savepoint before_insert`.execute(transaction)
    await insertAll(transaction, table, rows)
  }
  await sql`release savepoint before_insert`.execute(transaction)
}
const uniqueViolation = '23505'

async function insertRows<T extends object>(
  db: QueryExecutorProvider,
  table: string,
  rows: readonly T[],
  otherwise: RawBuilder<unknown>,
) {
  const [first] = rows as readonly Readonly<Record<string, unknown>>[]
  if (!first) return
  const columns = Object.keys(first)
  // Columns that are empty in all rows are not extracted.
  const isEmpty = (name: string) =>
    isNothing(first[name]) && rows.every((row) => (row as typeof first)[name] === first[name])
  const empty = new Map(columns.filter(isEmpty).map((name) => [name, first[name] ?? null]))
  const others = columns.filter((name) => !empty.has(name))
  const names = [...others, ...empty.keys()].map((name) => sql.ref(name))
  const given = [...empty.values()].map((value) => sql.lit(value))
  const partOf = (row: T) => Object.fromEntries(others.map((name) => [name, (row as typeof first)[name]]))
  const valuesOf = (row: T) => others.map((name) => (row as typeof first)[name])
  const found = isPostgres(db)
    ? sql`select ${sql.join([...others.map((name) => sql.ref(name)), ...given])}
        from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(partOf))}::json)`
    : // Access by position takes a third of the time of access by name.
      sql`select ${sql.join([...others.map((_, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)})`), ...given])}
        from json_each(${JSON.stringify(rows.map(valuesOf))}) where true`
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) ${found}${otherwise}`.execute(db)
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '' || value === 0
