import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { copiesFolder } from '#platform/database/before-migration.ts'
import { sqliteFile } from '#platform/database/sqlite.ts'
import { databasePart } from './manifest.ts'
import { pauseRestored } from './pause-restored.ts'

/**
 * Larger than any database: all pages are copied in one step, so that concurrent writers cannot restart the backup.
 * Writers are not blocked.
 */
const pages = 2_147_483_647

/** A consistent copy of the database while other processes use it. */
export async function backUpSqlite(dataFolder: string, folder: string): Promise<string[]> {
  const file = sqliteFile(dataFolder)
  if (!existsSync(file)) throw new Error(`No database found in ${dataFolder}`)
  const copy = join(folder, databasePart)
  const source = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    await backup(source, copy, { rate: pages })
  } finally {
    source.close()
  }
  await chmod(copy, 0o600)
  const database = new DatabaseSync(copy)
  try {
    database.exec('pragma journal_mode = delete') // a single file, without a journal
    const damage = database.prepare('pragma quick_check(1)').get()
    if (damage?.quick_check !== 'ok') throw new Error(`The database ${file} is damaged: ${String(damage?.quick_check)}`)
    return database
      .prepare('select name from kysely_migration order by name')
      .all()
      .map(({ name }) => String(name))
  } finally {
    database.close()
  }
}

export const hasSqliteData = (dataFolder: string) => existsSync(sqliteFile(dataFolder))

/** Throws while a process has the database open: it would continue on the replaced file. */
export function requireSqliteUnused(dataFolder: string) {
  const database = new DatabaseSync(sqliteFile(dataFolder), { timeout: 0 })
  try {
    database.exec('pragma journal_mode = delete') // requires exclusive access, and writes the WAL back first
  } catch (cause) {
    if (((cause as { errcode?: number }).errcode ?? 0) % 256 !== 5) return // damaged: a restore is the remedy
    const hint = 'Stop Triptych first, then restore'
    throw new Error(`The database in ${dataFolder} is in use by a running process. ${hint}.`, { cause })
  } finally {
    database.close()
  }
}

/** Moves the copy into place. The previous data is kept in the returned folder. */
export async function restoreSqlite(dataFolder: string, folder: string, kept: string) {
  const file = sqliteFile(dataFolder)
  await mkdir(copiesFolder(dataFolder), { recursive: true, mode: 0o700 })
  if (existsSync(file)) {
    await mkdir(kept, { recursive: true, mode: 0o700 })
    await rename(file, join(kept, databasePart))
  }
  for (const journal of [`${file}-wal`, `${file}-shm`]) await rm(journal, { force: true })
  const copy = join(folder, databasePart)
  pauseJobs(copy)
  await rename(copy, file)
  await chmod(file, 0o600)
}

function pauseJobs(copy: string) {
  const database = new DatabaseSync(copy)
  try {
    const find = database.prepare('select 1 from sqlite_master where name = ?')
    for (const [table, pause] of Object.entries(pauseRestored)) if (find.get(table)) database.exec(pause)
  } finally {
    database.close()
  }
}
