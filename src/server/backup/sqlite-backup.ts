import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { copiesFolder } from '#platform/database/before-migration.ts'
import { sqliteFile } from '#platform/database/sqlite.ts'
import { databasePart } from './manifest.ts'
import { pauseRestored } from './pause-restored.ts'

/** More than there are: all pages in one step, so that writers cannot make it begin again. They do not wait for it. */
const pages = 2_147_483_647

/** The database as it is at one moment, while others read and write it. */
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
    database.exec('pragma journal_mode = delete') // one file, without a journal beside it
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

/** Throws where a process has it open: it would go on with what is not there any more. */
export function requireSqliteUnused(dataFolder: string) {
  const database = new DatabaseSync(sqliteFile(dataFolder), { timeout: 0 })
  try {
    database.exec('pragma journal_mode = delete') // only for who has it alone; what the journal holds is written first
  } catch (cause) {
    if (((cause as { errcode?: number }).errcode ?? 0) % 256 !== 5) return // damaged: that is what the backup is for
    const hint = 'Stop Triptych first, then restore'
    throw new Error(`The database in ${dataFolder} is in use by a running process. ${hint}.`, { cause })
  } finally {
    database.close()
  }
}

/** Puts the copy in its place. What was there before is kept, in the folder that is answered. */
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
