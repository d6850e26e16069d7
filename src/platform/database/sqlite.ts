import { closeSync, mkdirSync, openSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { DatabaseFailure } from './failure.ts'

const busyTimeoutMs = 10_000
const triedEveryMs = 1000
const minBytes = 1024 * 1024
const mappedBytes = 512 * 1024 * 1024
/** Characters of SQL whose statements are cached. */
const cachedLength = 1_000_000
/** Bulk inserts are rarely repeated; caching them only takes memory. */
const longestCached = 40_000

/** Kysely with Node's built-in SQLite. The file is readable by its owner only. */
export function openSqlite(folder: string) {
  const file = sqliteFile(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600)) // journal files inherit the mode of the database file
  const database = new NodeSqlite(file)
  const plain = new SqliteDialect({ database })
  const dialect: Dialect = {
    createDriver: () => new ImmediateDriver(database),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => plain.createQueryCompiler(),
    createIntrospector: (db) => plain.createIntrospector(db),
  }
  return { dialect, canWrite: () => database.canWrite() }
}

export const sqliteFile = (folder: string) => join(folder, 'triptych.db')

/** Acquires the write lock at BEGIN, so that concurrent processes wait instead of failing midway. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: NodeSqlite

  constructor(database: NodeSqlite) {
    super({ database })
    this.#database = database
  }
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  /** SQLite itself rolls back on a full disk; the original error takes precedence. */
  override rollbackTransaction() {
    this.#database.rollback()
    return Promise.resolve()
  }
}

/** Migrations run in a transaction: a killed process leaves no partial migration. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class NodeSqlite implements SqliteDatabase {
  readonly #file: string
  readonly #database: DatabaseSync
  /** The least recently used first. */
  readonly #statements = new Map<string, Statement>()
  #length = 0

  #hadSpace = true
  #triedAt = -triedEveryMs

  constructor(file: string) {
    this.#file = file
    this.#database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
    this.#database.exec('pragma page_size = 8192')
    switchToWal(this.#database)
    this.#database.exec(`
      pragma synchronous = full;
      pragma cache_size = -65536;
      pragma mmap_size = ${mappedBytes};
      pragma temp_store = memory;`)
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known) {
      this.#statements.delete(sql)
      this.#statements.set(sql, known)
      return known
    }
    const statement = new Statement(this.#database.prepare(sql))
    if (sql.length > longestCached) return statement
    this.#statements.set(sql, statement)
    this.#length += sql.length
    for (const oldest of this.#statements.keys()) {
      if (this.#length <= cachedLength) break
      this.#statements.delete(oldest)
      this.#length -= oldest.length
    }
    return statement
  }

  rollback() {
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  /** Whether the database is writable, determined by a write: free space is not reliable on every file system. */
  canWrite(): boolean {
    const now = performance.now()
    if (now - this.#triedAt < triedEveryMs || this.#database.isTransaction) return this.#hadSpace
    this.#triedAt = now
    const { bavail, bsize } = statfsSync(dirname(this.#file))
    try {
      // Does not wait for other writers, which would block the event loop.
      this.#database.exec('pragma busy_timeout = 0; begin immediate; pragma user_version = 1; commit')
      this.#hadSpace = bavail * bsize >= minBytes
    } catch (error) {
      if (failingOf(error) !== 'busy') this.#hadSpace = false
      this.rollback()
    } finally {
      this.#database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
    }
    return this.#hadSpace
  }

  close() {
    this.#database.close()
  }
}

class Statement implements SqliteStatement {
  readonly reader: boolean
  readonly #statement: StatementSync

  constructor(statement: StatementSync) {
    this.#statement = statement
    this.reader = statement.columns().length > 0
  }
  all(values: readonly unknown[]) {
    try {
      return this.#statement.all(...(values as SQLInputValue[]))
    } catch (error) {
      throw asFailure(error)
    }
  }
  run(values: readonly unknown[]) {
    try {
      return this.#statement.run(...(values as SQLInputValue[]))
    } catch (error) {
      throw asFailure(error)
    }
  }
  iterate(values: readonly unknown[]) {
    return this.#statement.iterate(...(values as SQLInputValue[]))
  }
}

/** SQLite does not wait by itself when two processes switch a new file to WAL. */
function switchToWal(database: DatabaseSync) {
  for (const start = performance.now(); ; Atomics.wait(pause, 0, 0, 20)) {
    try {
      return database.exec('pragma journal_mode = wal')
    } catch (error) {
      if (failingOf(error) !== 'busy' || performance.now() - start > busyTimeoutMs) throw error
    }
  }
}
const pause = new Int32Array(new SharedArrayBuffer(4))

/** SQLITE_FULL, and codes of SQLITE_IOERR for writes (sqlite.org/rescode.html). */
const fullCodes: ReadonlySet<unknown> = new Set([13, 778, 1034, 1290, 1546, 4618, 4874])
const busyCode = 5

function failingOf(error: unknown): 'busy' | 'full' | undefined {
  const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
  if (fullCodes.has(errcode)) return 'full'
  return (errcode & 0xff) === busyCode ? 'busy' : undefined
}

function asFailure(error: unknown) {
  const kind = failingOf(error)
  return kind ? new DatabaseFailure(kind, error) : error
}
