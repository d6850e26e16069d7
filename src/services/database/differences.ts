/** Everything in which the two databases differ for us: nothing else asks which one it is. */
import {
  type Expression,
  PostgresAdapter,
  type QueryExecutorProvider,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'

const isPostgres = (db: QueryExecutorProvider) => db.getExecutor().adapter instanceof PostgresAdapter

type Column<T> = Expression<T>

/** Text that sorts by its bytes in both databases, whatever language the server was set up for. */
export const bytewiseText = (db: QueryExecutorProvider) => (isPostgres(db) ? sql`text collate "C"` : sql`text`)

/** Key that the database gives, ascending. */
export const ascendingKey = (db: QueryExecutorProvider) =>
  isPostgres(db) ? sql`bigint generated always as identity` : sql`integer`

/** The text anywhere in the column; every character stands for itself. */
export const contains = (db: QueryExecutorProvider, column: Column<string>, text: string): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
    : sql<SqlBool>`instr(${column}, ${text}) > 0`

export const isOneOf = (
  db: QueryExecutorProvider,
  column: Column<number>,
  keys: readonly number[],
): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${column} = any(${keys}::integer[])`
    : sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(keys)}))`

/**
 * The column, but no index that starts with it: SQLite would take one for any equality, and then sort most of the
 * table instead of reading a page in order.
 */
export const unindexed = <T extends string | number>(db: QueryExecutorProvider, column: Column<T>): Expression<T> =>
  isPostgres(db) ? column : sql<T>`+${column}`

/** Make `contains` fast on a text column: three characters and more are then found by an index. */
export async function indexSubstrings(db: QueryExecutorProvider, table: string, key: string, column: string) {
  const statements = isPostgres(db) ? trigramIndex(table, column) : trigramTable(table, key, column)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const trigramIndex = (table: string, column: string) => [
  'create extension if not exists pg_trgm',
  `create index ${table}_substrings on ${table} using gin (${column} gin_trgm_ops)`,
]

/** SQLite keeps the trigrams in a table of their own, which triggers hold in step (sqlite.org/fts5, 4.4.3). */
const trigramTable = (table: string, key: string, column: string) => {
  const entry = (row: string) => `${row}.${key}, ${row}.${column}`
  const add = `insert into ${table}_substrings(rowid, ${column}) values (${entry('new')});`
  const drop = `insert into ${table}_substrings(${table}_substrings, rowid, ${column}) values ('delete', ${entry('old')});`
  return [
    `create virtual table ${table}_substrings using fts5(
      ${column}, content='${table}', content_rowid='${key}', tokenize='trigram case_sensitive 1', columnsize=0)`,
    `create trigger ${table}_substrings_insert after insert on ${table} begin ${add} end`,
    `create trigger ${table}_substrings_delete after delete on ${table} begin ${drop} end`,
    `create trigger ${table}_substrings_update after update of ${column} on ${table}
      when old.${column} <> new.${column} begin ${drop} ${add} end`,
  ]
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
      : sql<Found>`select rowid as found from ${index} where ${index} match ${quoted(text)} limit ${limit}`
  const { rows } = await query.execute(db)
  return rows.map(({ found }) => found)
}
type Found = { found: number }
const quoted = (phrase: string) => `"${phrase.replaceAll('"', '""')}"`
