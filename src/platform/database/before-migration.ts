import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'

const keptCopies = 3
/** Copies of the database from before migrations and restores. */
export const copiesFolder = (folder: string) => join(folder, 'backups')

/** Copies the SQLite database before a migration and returns the path. */
export async function copyBefore(db: Kysely<unknown>, folder: string, migration: string): Promise<string> {
  const copies = copiesFolder(folder)
  mkdirSync(copies, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const copy = join(copies, `triptych-${stamp}-before-${migration}.db`)
  const draft = `${copy}.${process.pid}.tmp`
  const handle = openSync(draft, 'wx', 0o600) // SQLite keeps the mode of an existing empty file
  try {
    await sql.raw(`vacuum into '${draft.replaceAll("'", "''")}'`).execute(db)
    fsyncSync(handle)
    renameSync(draft, copy)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw new Error(`the copy before the upgrade cannot be made in ${copies}: ${(cause as Error).message}`, { cause })
  } finally {
    closeSync(handle)
  }
  prune(copies)
  return copy
}

function prune(copies: string) {
  const ours = readdirSync(copies).filter((name) => /^triptych-.+-before-.+\.db$/.test(name))
  for (const name of ours.toSorted().slice(0, -keptCopies)) rmSync(join(copies, name), { force: true })
}

/** Without the password: the command prompts for it or reads ~/.pgpass. */
export function dumpCommand(url: string, migration: string): string {
  const address = new URL(url)
  address.password = ''
  return `pg_dump --format=custom --file=triptych-before-${migration}.dump '${address.href}'`
}
