/** Everything in which the two databases differ for us: nothing else asks which one it is. */
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

/** What is done with another library on each of them. */
export const onDatabase = <T>(db: QueryExecutorProvider, ways: { sqlite: () => T; postgres: () => T }): T =>
  isPostgres(db) ? ways.postgres() : ways.sqlite()

type Column<T> = Expression<T>

/** Text that sorts by its bytes in both databases, whatever language the server was set up for. */
export const bytewiseText = (db: QueryExecutorProvider) => (isPostgres(db) ? sql`text collate "C"` : sql`text`)

/** Key that the database gives, ascending. */
export const ascendingKey = (db: QueryExecutorProvider) =>
  isPostgres(db) ? sql`bigint generated always as identity` : sql`integer`

/** End of a table that is nothing but its key and little more: SQLite then keeps it once, in the order of the key. */
export const keptByKey = (db: QueryExecutorProvider) => (isPostgres(db) ? sql`` : sql`without rowid`)

/** Only this transaction changes the table until it ends; others go on reading. In SQLite every transaction is alone. */
export async function lockTable(transaction: QueryExecutorProvider, table: string) {
  if (isPostgres(transaction))
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(transaction)
}

/** What is counted in the table stays so until the work is done: nobody else changes it meanwhile. */
export const changeAlone = <Tables, T>(
  database: Kysely<Tables>,
  table: keyof Tables & string,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  database.transaction().execute(async (transaction) => {
    await lockTable(transaction, table)
    return work(transaction)
  })

/** What a transaction reads so stays as it is until it ends; rows that another one locks are waited for, or left out. */
export const lockedHere =
  (db: QueryExecutorProvider & { isTransaction: boolean }, others: 'wait' | 'skipLocked' = 'wait') =>
  <Q extends Lockable<Q>>(query: Q): Q => {
    if (!db.isTransaction || !isPostgres(db)) return query
    const locked = query.forNoKeyUpdate()
    return others === 'wait' ? locked : locked.skipLocked()
  }
type Lockable<Q> = { forNoKeyUpdate: () => Q; skipLocked: () => Q }

/** Nobody else changes these rows until the transaction ends; they are locked in the order of their keys. */
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

/** The text anywhere in the column; every character stands for itself. */
export const contains = (db: QueryExecutorProvider, column: Column<string>, text: string): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
    : sql<SqlBool>`instr(${column}, ${text}) > 0`

/**
 * How a text is usually written. SQLite knows the cases of ASCII alone, and so does PostgreSQL where its locale is C.
 */
const spellingsOf = (text: string): string[] => {
  const lower = text.toLowerCase()
  const title = lower.replace(/(^|[\s-])\p{L}/gu, (first) => first.toUpperCase())
  return [...new Set([text, lower, text.toUpperCase(), title])]
}

/** The text anywhere in the column, in any of its usual spellings and whatever the case of ASCII. */
export const containsAnyCase = (
  db: QueryExecutorProvider,
  column: Column<string>,
  text: string,
): RawBuilder<SqlBool> => {
  const like = isPostgres(db) ? sql`ilike` : sql`like`
  const holds = spellingsOf(text).map(
    (wanted) => sql<SqlBool>`${column} ${like} ${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
  )
  return sql<SqlBool>`(${sql.join(holds, sql` or `)})`
}

/** The same for the whole text. */
export const isAnyCase = (column: Column<string>, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`lower(${column}) in (${sql.join(spellingsOf(text).map((wanted) => sql`lower(${wanted})`))})`

/** The number that a text is; null where it is none. */
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

/** A whole number inside a column of JSON. */
export const numberIn = (db: QueryExecutorProvider, column: Column<string>, name: string): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`(${column}::json ->> ${name}::text)::bigint`
    : sql<number>`json_extract(${column}, ${`$.${name}`})`

/**
 * The column, but no index that starts with it: SQLite would take one for any equality, and then sort most of the
 * table instead of reading a page in order.
 */
export const unindexed = <T extends string | number>(db: QueryExecutorProvider, column: Column<T>): Expression<T> =>
  isPostgres(db) ? column : sql<T>`+${column}`

/** Rows of this table are written once: whoever tries to change or remove one is refused. */
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

/** Rows of an append-only table may be removed once an archive of them is kept; everything else is refused as before. */
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

/** Make `contains` fast on text columns: three characters and more are then found by an index. */
export async function indexSubstrings(db: QueryExecutorProvider, table: string, key: string, ...columns: string[]) {
  const statements = isPostgres(db) ? trigramIndex(table, columns) : trigramTable(table, key, columns)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Of a table that has rows already: what SQLite keeps beside it knows none of them yet. */
export async function indexSubstringsOfRows(db: QueryExecutorProvider, table: string, key: string, column: string) {
  await indexSubstrings(db, table, key, column)
  if (isPostgres(db)) return
  await sql.raw(`insert into ${table}_substrings(${table}_substrings) values ('rebuild')`).execute(db)
}

const trigramIndex = (table: string, columns: readonly string[]) => [
  'create extension if not exists pg_trgm',
  `create index ${table}_substrings on ${table} using gin (${columns.map((column) => `${column} gin_trgm_ops`).join()})`,
]

/** SQLite keeps the trigrams in a table of their own, which triggers hold in step (sqlite.org/fts5, 4.4.3). */
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

/** After tables were filled: PostgreSQL then plans for what is in them, and answers from indexes alone. */
export async function afterFilling(db: QueryExecutorProvider, ...tables: string[]) {
  if (isPostgres(db)) await sql.raw(`vacuum analyze ${tables.join()}`).execute(db)
}

/** Keys of the first rows, at most `limit`, whose indexed column holds the text. */
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
const quoted = (phrase: string) => `"${phrase.replaceAll('"', '""')}"`

/** Insert many rows at a time, by far faster than with a parameter for each value. What is there already stays. */
export async function insertAll<T extends object>(db: QueryExecutorProvider, table: string, rows: readonly T[]) {
  const [first] = rows as readonly Readonly<Record<string, unknown>>[]
  if (!first) return
  const columns = Object.keys(first)
  // What is empty in all rows need not be found in each.
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
    : // A value is found by its place in a third of the time that finding it by its name takes.
      sql`select ${sql.join([...others.map((_, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)})`), ...given])}
        from json_each(${JSON.stringify(rows.map(valuesOf))}) where true`
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) ${found} on conflict do nothing`.execute(db)
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '' || value === 0
