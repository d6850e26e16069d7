import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Rows of this table are written once: whoever tries to change or remove one is refused by the database itself. */
export async function appendOnly(database: Kysely<unknown>, table: string) {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? postgresTriggers(table) : sqliteTriggers(table)) {
    await sql.raw(statement).execute(database)
  }
}

const sqliteTriggers = (table: string) =>
  ['update', 'delete'].map(
    (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
      begin select raise(abort, '${table} is append-only'); end`,
  )

const postgresTriggers = (table: string) => [
  `create function ${table}_is_append_only() returns trigger language plpgsql
    as $$ begin raise exception '${table} is append-only'; end $$`,
  `create trigger ${table}_no_change before update or delete on ${table}
    for each row execute function ${table}_is_append_only()`,
  `create trigger ${table}_no_truncate before truncate on ${table}
    for each statement execute function ${table}_is_append_only()`,
]
