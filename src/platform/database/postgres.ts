import { type Dialect, PostgresDialect } from 'kysely'
import { Client, type ClientConfig, Pool, types } from 'pg'
import { PostgresDriver } from './postgres-driver.ts'

/** What an operator decides. 0 = no limit. */
export type PostgresLimits = { connections: number; statementMs: number; lockMs: number }

const asNumbers: number[] = [types.builtins.INT8]
/** For one of the pool to be free. */
const waitMs = 5000
/** A server that is back must not be waited for by connections that began while it was away. */
const connectMs = 1500
/** How much later than the server itself we give up a statement: then the server is not there any more. */
const graceMs = 5000
const keepAliveMs = 10_000

/** Kysely over a pool of PostgreSQL connections. Our 64-bit columns hold times and counters: safe as numbers. */
export function postgresDialect(url: string, { connections, statementMs, lockMs }: PostgresLimits) {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    // One stays, by which a restore sees that somebody uses the database. What runs at a start only keeps none.
    min: statementMs > 0 ? 1 : 0,
    connectionTimeoutMillis: waitMs,
    Client: ImpatientClient,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    ...(statementMs > 0 && { query_timeout: statementMs + graceMs }),
    application_name: 'triptych',
    types: {
      getTypeParser: (id, format) =>
        asNumbers.includes(id) && format !== 'binary' ? Number : (types.getTypeParser(id, format) as never),
    },
  })
  // A connection may break at any moment, idle or in use: the next statement on it fails, and the pool replaces it.
  // Without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const plain = new PostgresDialect({ pool })
  const dialect: Dialect = {
    createDriver: () => new PostgresDriver(pool),
    createAdapter: () => plain.createAdapter(),
    createQueryCompiler: () => plain.createQueryCompiler(),
    createIntrospector: (db) => plain.createIntrospector(db),
  }
  return { dialect, pool }
}

class ImpatientClient extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectMs })
  }
}
