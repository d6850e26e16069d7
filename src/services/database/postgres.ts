import { type Dialect, PostgresDialect } from 'kysely'
import { type ClientBase, Pool, types } from 'pg'

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
  pool.on('connect', withoutNul)
  return new PostgresDialect({ pool })
}

/** PostgreSQL has no text with a NUL in it and ends the query: the mark of an unreadable character takes its place. */
function withoutNul(client: ClientBase) {
  const query = client.query.bind(client) as (text: unknown, values?: unknown) => unknown
  const storable = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value)
  const asked = (text: unknown, values?: unknown) => query(text, Array.isArray(values) ? values.map(storable) : values)
  client.query = asked as ClientBase['query']
}
