import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
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

const busyTimeoutMs = 10_000
const mappedBytes = 512 * 1024 * 1024
const cachedStatements = 300
/** Inserts of many rows come once, in this form; keeping them would only take memory. */
const longestCached = 10_000

/** Kysely over Node's own SQLite. The file is readable by its owner only. */
export function sqliteDialect(folder: string): Dialect {
  const file = sqliteFile(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600)) // the journal files take over the mode of the database
  const config = { database: () => Promise.resolve(new NodeSqlite(file)) }
  const dialect = new SqliteDialect(config)
  return {
    createDriver: () => new ImmediateDriver(config),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

export const sqliteFile = (folder: string) => join(folder, 'triptych.db')

/** A transaction takes the write lock at once: two processes then wait for each other instead of failing halfway. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** SQLite can roll a migration back, and a process that is killed amid one must leave nothing of it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class NodeSqlite implements SqliteDatabase {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, Statement>()

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
    this.#database.exec(`
      pragma page_size = 8192;
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma cache_size = -65536;
      pragma mmap_size = ${mappedBytes};
      pragma temp_store = memory;`)
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = new Statement(this.#database.prepare(sql))
    if (sql.length > longestCached) return statement
    const [oldest] = this.#statements.keys()
    if (oldest !== undefined && this.#statements.size >= cachedStatements) this.#statements.delete(oldest)
    this.#statements.set(sql, statement)
    return statement
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
    return this.#statement.all(...(values as SQLInputValue[]))
  }
  run(values: readonly unknown[]) {
    return this.#statement.run(...(values as SQLInputValue[]))
  }
  iterate(values: readonly unknown[]) {
    return this.#statement.iterate(...(values as SQLInputValue[]))
  }
}
