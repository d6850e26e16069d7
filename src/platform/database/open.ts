import { type Dialect, Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { copyBefore, dumpCommand } from './before-migration.ts'
import { DatabaseFailure } from './failure.ts'
import { postgresDialect, type PostgresLimits } from './postgres.ts'
import { openSqlite, sqliteFile } from './sqlite.ts'

export type Migrations = Record<string, Migration>
export type Database = {
  /** Each part uses its own tables: `db.$extendTables<ItsTables>()`. */
  db: Kysely<unknown>
  /** The same database without time limits, for startup work. */
  unlimited: Kysely<unknown>
  kind: 'sqlite' | 'postgres'
  /** `database` if unreachable, `storage` if not writable. */
  notReady(): Promise<'database' | 'storage' | undefined>
  /** Connection pool statistics; SQLite has no pool. */
  pool?: () => { open: number; idle: number; waiting: number }
  close(): Promise<void>
}
type Options = {
  url?: string | undefined
  folder: string
  migrations: Migrations
  limits?: PostgresLimits | undefined
  /** Called before a migration of existing data with the path of the copy, or the command to create one. */
  onUpgrade?: ((line: string) => void) | undefined
}

const defaultLimits: PostgresLimits = { connections: 10, statementMs: 30_000, lockMs: 10_000 }
const startLimits: PostgresLimits = { connections: 3, statementMs: 0, lockMs: 0 }

/** Opens the database and migrates its tables. Throws a one-line error; never recreates a damaged database. */
export async function openDatabase(options: Options): Promise<Database> {
  const { url, folder, limits = defaultLimits } = options
  const place = url ? postgresPlace(url) : sqliteFile(folder)
  let opened: Database | undefined
  try {
    opened = url ? onPostgres(url, limits) : onSqlite(folder)
    await migrate(opened.unlimited, options)
    return opened
  } catch (cause) {
    await opened?.close().catch(() => undefined)
    throw new Error(`The database ${place} cannot be used: ${reasonOf(cause)}`, { cause })
  }
}

const withDialect = (dialect: Dialect) => new Kysely<unknown>({ dialect })

function onSqlite(folder: string): Database {
  const { dialect, canWrite } = openSqlite(folder)
  const db = withDialect(dialect)
  return {
    db,
    unlimited: db,
    kind: 'sqlite',
    notReady: () => Promise.resolve(canWrite() ? undefined : 'storage'),
    close: () => db.destroy(),
  }
}

function onPostgres(url: string, limits: PostgresLimits): Database {
  const { dialect, pool } = postgresDialect(url, limits)
  const db = withDialect(dialect)
  const unlimited = withDialect(postgresDialect(url, startLimits).dialect)
  return {
    db,
    unlimited,
    kind: 'postgres',
    notReady: () =>
      sql`select 1`.execute(db).then(
        () => undefined,
        () => 'database' as const,
      ),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await unlimited.destroy()
      await db.destroy()
    },
  }
}

async function migrate(db: Kysely<unknown>, options: Options) {
  const provider = { getMigrations: () => Promise.resolve(options.migrations) }
  // Unordered, since each part numbers its own migrations.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
  await keepOlderData(db, await migrator.getMigrations(), options)
  const { error } = await migrator.migrateToLatest()
  if (error) throw error as Error
}

async function keepOlderData(
  db: Kysely<unknown>,
  known: readonly { name: string; executedAt?: Date }[],
  { url, folder, onUpgrade }: Options,
) {
  const next = known.filter(({ executedAt }) => !executedAt)
  const [{ name } = { name: '' }] = next
  if (next.length === 0 || next.length === known.length) return
  const kept = url
    ? `No copy is made of PostgreSQL; to make one before an upgrade: ${dumpCommand(url, name)}`
    : `A copy of the database before the upgrade: ${await copyBefore(db, folder, name)}`
  onUpgrade?.(`The database has been upgraded to this version. ${kept}`)
}

/** Location of the PostgreSQL database, without the password. */
function postgresPlace(url: string): string {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
    throw new Error('The database URL must start with postgres:// or be unset')
  }
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

/** Result codes of SQLite that an operator can act on. */
const sqliteReasons: Record<number, string> = {
  5: 'another process keeps it locked',
  8: 'it is read-only',
  10: 'reading or writing it fails; check the disk',
  11: 'it is damaged; restore it from a backup',
  13: 'the disk is full',
  14: 'it cannot be opened; check the folder and its permissions',
  26: 'it is not a SQLite database, or it is damaged; restore it from a backup',
}

function reasonOf(cause: unknown): string {
  if (cause instanceof DatabaseFailure) return reasonOf(cause.cause)
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const newer = /executed migration (\S+) is missing/.exec(error.message)
  if (newer) return `it was made by a newer version of this program (it has ${newer[1]})`
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
  const message = error instanceof AggregateError ? String(error.errors[0]) : error.message
  return sqliteReasons[code] ?? message.replaceAll('\n', ' ')
}
