import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { DatabaseFailure } from './failure.ts'
import { failingOf } from './postgres-failures.ts'

/** Connections of a pool. What can be repeated safely is repeated once where a connection turns out to be dead. */
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

  /** Nothing has happened in a transaction that could not be begun. */
  async begin({ isolationLevel, accessMode }: TransactionSettings) {
    const how = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')
    this.#inTransaction = true
    await this.#twice(() => this.#run(CompiledQuery.raw(`begin ${how}`)))
  }

  async commit() {
    this.#inTransaction = false // from here on it may be done, whatever becomes of the answer
    const { command } = await this.#send(CompiledQuery.raw('commit'))
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: one of its statements had failed')
  }

  /** What it is rolled back for is the error that counts. */
  async rollback() {
    this.#inTransaction = false
    if (this.#isBroken) return
    await this.#send(CompiledQuery.raw('rollback')).catch(() => {
      this.#isBroken = true
    })
  }

  /** A text of several statements that failed midway leaves its transaction open: whoever came next would be in it. */
  async release() {
    if (this.#isReleased) return
    this.#isReleased = true
    // The server tells its state after the failure, maybe in a later packet: it is known when the next query has ended.
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
      // Of several statements in one text, each has an answer of its own.
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

/** Where one connection is dead, those of the same time may be, too. */
async function connectAfter(pool: Pool, time: number): Promise<PoolClient> {
  const client = await connect(pool)
  if ((connectedAt.get(client) ?? 0) >= time) return client
  client.release(true)
  return connectAfter(pool, time)
}

/** Whoever cannot be connected to was not asked anything. */
async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw new DatabaseFailure('away', error)
  }
}

const isRead = ({ sql }: CompiledQuery) => /^\s*select\b/i.test(sql)

/** PostgreSQL has no text with a NUL in it and ends the query: the mark of an unreadable character takes its place. */
const storable = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value)

/** The driver's errors arise at its socket: who asked is added. */
function withCaller(error: unknown) {
  if (error instanceof Error) error.stack = `${error.stack}\n${new Error().stack?.replace(/^.*\n/, '')}`
  return error
}
