import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'

type Database = Pick<Kysely<never>, 'getExecutor' | 'executeQuery'>
type Values = Readonly<Record<string, string | number | null>>

/** Texts of statements, by database. */
const compiled = new WeakMap<object, Map<string, string>>()

/**
 * For tables with hundreds of columns: compiling a statement takes longer than running it, so each is compiled once.
 * Callers always pass the same columns of a table.
 */
export function updateRow(db: Database, table: string, key: string, values: Values) {
  const { [key]: id = null, ...others } = values
  return run(db, `update ${table}`, { ...others, [key]: id }, () => {
    const set = Object.keys(others).map((name) => sql`${sql.ref(name)} = ${null}`)
    return sql`update ${sql.table(table)} set ${sql.join(set)} where ${sql.ref(key)} = ${null}`
  })
}

/** Inserts a row, or updates it if its key exists. */
export const upsertRow = (db: Database, table: string, key: string, values: Values) =>
  run(db, `upsert ${table}`, values, (names) => {
    const others = names.filter((name) => name !== key)
    return sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(names.map(() => null))}) on conflict (${sql.ref(key)}) do update
      set ${sql.join(others.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`
  })

async function run(db: Database, what: string, values: Values, statement: (names: string[]) => RawBuilder<unknown>) {
  const { adapter } = db.getExecutor()
  const texts = compiled.get(adapter) ?? new Map<string, string>()
  compiled.set(adapter, texts)
  const names = Object.keys(values)
  const statementKey = `${what} ${names.join()}`
  const text = texts.get(statementKey) ?? statement(names).compile(db).sql
  texts.set(statementKey, text)
  await db.executeQuery(CompiledQuery.raw(text, Object.values(values)))
}
