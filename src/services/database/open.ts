import { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect, sqliteFile } from './sqlite.ts'

export type Migrations = Record<string, Migration>
export type Database = {
  /** Each part sees its own tables: `db.$extendTables<ItsTables>()`. */
  db: Kysely<unknown>
  kind: 'sqlite' | 'postgres'
  close(): Promise<void>
}
type Options = { url?: string | undefined; folder: string; migrations: Migrations }

/** Open the database and bring its tables up to date. Throws one clear line; never starts over on a damaged one. */
export async function openDatabase({ url, folder, migrations }: Options): Promise<Database> {
  const kind = url ? 'postgres' : 'sqlite'
  const place = url ? postgresPlace(url) : sqliteFile(folder)
  let db: Kysely<unknown> | undefined
  try {
    db = new Kysely<unknown>({ dialect: url ? postgresDialect(url) : sqliteDialect(folder) })
    await migrate(db, migrations)
  } catch (cause) {
    await db?.destroy().catch(() => undefined)
    throw new Error(`The database ${place} cannot be used: ${reasonOf(cause)}`, { cause })
  }
  const opened = db
  return { db: opened, kind, close: () => opened.destroy() }
}

async function migrate(db: Kysely<unknown>, migrations: Migrations) {
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  // Unordered: each part of the product numbers its own migrations.
  const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
  if (error) throw error as Error
}

/** Where a PostgreSQL database is, without the password that the URL may hold. */
function postgresPlace(url: string): string {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
    throw new Error('The database URL must start with postgres:// or be unset')
  }
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

/** Result codes of SQLite that people can do something about. */
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
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const newer = /executed migration (\S+) is missing/.exec(error.message)
  if (newer) return `it was made by a newer version of this program (it has ${newer[1]})`
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
  const message = error instanceof AggregateError ? String(error.errors[0]) : error.message
  return sqliteReasons[code] ?? message.replaceAll('\n', ' ')
}
