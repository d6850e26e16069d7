import { type Dialect, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'

const asNumbers: number[] = [types.builtins.INT8]

/** Kysely over a pool of PostgreSQL connections. Our 64-bit columns hold times and counters: safe as numbers. */
export function postgresDialect(url: string): Dialect {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    application_name: 'triptych',
    types: {
      getTypeParser: (id, format) =>
        asNumbers.includes(id) && format !== 'binary' ? Number : (types.getTypeParser(id, format) as never),
    },
  })
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  return new PostgresDialect({ pool })
}
