import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { DatabaseFailure } from './failure.ts'
import { failingOf } from './postgres-failures.ts'

/** Pooled connections. Statements that are safe to repeat are retried once on a dead connection. */
export class PostgresDriver implements Driver {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
    pool.on('connect', (client) => connectedAt.set(client, performance.now()))
  }

  init() {
    return Promise.resolve()
  }
  async acquireConnection() {
    return new PostgresConnection(this.#pool, await connect(this.#pool))
  }
  beginTransaction(connection: PostgresConnection, settings: TransactionSettings) {
    return connection.begin(settings)
  }
  commitTransaction(connection: PostgresConnection) {
    return connection.commit()
  }
  rollbackTransaction(connection: PostgresConnection) {
    return connection.rollback()
  }
  releaseConnection(connection: PostgresConnection) {
    return connection.release()
  }
  destroy() {
    return this.#pool.end()
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly #pool: Pool
  #client: PoolClient
  #inTransaction = false
  #isBroken = false
  #isReleased = false
  #hasFailed = false

  constructor(pool: Pool, client: PoolClient) {
    this.#pool = pool
    this.#client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#inTransaction && isRead(query)) return this.#twice(() => this.#run<R>(query))
    return this.#run(query)
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed')
  }

  /** A transaction that could not begin has no effects, so beginning is retried. */
  async begin({ isolationLevel, accessMode }: TransactionSettings) {
    const how = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')
    this.#inTransaction = true
    await this.#twice(() => this.#run(CompiledQuery.raw(`begin ${how}`)))
  }

  async commit() {
    this.#inTransaction = false // from here on, its outcome is unknown if the response is lost
    const { command } = await this.#send(CompiledQuery.raw('commit'))
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: one of its statements had failed')
  }

  /** The error that caused the rollback takes precedence. */
  async rollback() {
    this.#inTransaction = false
    if (this.#isBroken) return
    await this.#send(CompiledQuery.raw('rollback')).catch(() => {
      this.#isBroken = true
    })
  }

  /**
   * A failed multi-statement query leaves its transaction open, which the next user of the connection must not inherit.
   */
  async release() {
    if (this.#isReleased) return
    this.#isReleased = true
    // The transaction state after a failure may arrive in a later packet; an empty query waits for it.
    if (this.#hasFailed && !this.#isBroken) await this.#client.query('').catch(() => (this.#isBroken = true))
    this.#client.release(this.#isBroken || this.#client.getTransactionStatus() !== 'I')
  }

  async #twice<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof DatabaseFailure && error.kind === 'away')) throw error
      const brokenAt = performance.now()
      await this.release()
      this.#client = await connectAfter(this.#pool, brokenAt)
      this.#isBroken = false
      this.#isReleased = false
      this.#hasFailed = false
      return run()
    }
  }

  async #run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#send<R>(query)
    const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
    return { rows, ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  async #send<R>(query: CompiledQuery) {
    try {
      const parameters = query.parameters.map(storable)
      // Each statement of a multi-statement query has its own result.
      const [first, ...more] = [await this.#client.query(query.sql, parameters)].flat()
      if (!first) throw new Error('The database gave no answer')
      const { command, rowCount } = first
      return { command, rowCount, rows: [first, ...more].flatMap(({ rows }) => rows as R[]) }
    } catch (error) {
      this.#hasFailed = true
      const kind = failingOf(error)
      if (kind === 'away') this.#isBroken = true
      if (kind) throw new DatabaseFailure(kind, error, kind === 'away' && !this.#inTransaction && !isRead(query))
      throw withCaller(error)
    }
  }
}

const connectedAt = new WeakMap<object, number>()

/** If one connection is dead, others opened before this time may be, too. */
async function connectAfter(pool: Pool, time: number): Promise<PoolClient> {
  const client = await connect(pool)
  if ((connectedAt.get(client) ?? 0) >= time) return client
  client.release(true)
  return connectAfter(pool, time)
}

/** If connecting fails, no statement was sent. */
async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw new DatabaseFailure('away', error)
  }
}

const isRead = ({ sql }: CompiledQuery) => /^\s*select\b/i.test(sql)

/** PostgreSQL text cannot contain NUL; it is replaced by U+FFFD. */
const storable = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value)

/** Socket errors have no useful stack: the caller's is added. */
function withCaller(error: unknown) {
  if (error instanceof Error) error.stack = `${error.stack}\n${new Error().stack?.replace(/^.*\n/, '')}`
  return error
}
