import { type Dialect, PostgresDialect } from 'kysely'
import { Client, type ClientConfig, Pool, types } from 'pg'
import { PostgresDriver } from './postgres-driver.ts'

/** Set by the operator. 0 means no limit. */
export type PostgresLimits = { connections: number; statementMs: number; lockMs: number }

const asNumbers: number[] = [types.builtins.INT8]
/** Wait for a free connection of the pool. */
const waitMs = 5000
/** Short, so that connection attempts from before a recovery do not delay later ones. */
const connectMs = 1500
/** Added to the server-side limit: a server that exceeds it is considered lost. */
const graceMs = 5000
const keepAliveMs = 10_000

/** Kysely with a PostgreSQL pool. 64-bit columns hold times and counters, which are safe as numbers. */
export function postgresDialect(url: string, { connections, statementMs, lockMs }: PostgresLimits) {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    // One connection stays open, so that a restore detects a running process. Startup-only pools keep none.
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
  // The failed connection is replaced by the pool. Without a listener, the event would terminate the process.
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
