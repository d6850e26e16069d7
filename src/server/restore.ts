// npm run restore -- FILE [--force]: restores a backup while the product is stopped.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copiesFolder } from '#platform/database/before-migration.ts'
import { print } from './announce.ts'
import { command, UsageError } from './backup/command.ts'
import { databasePart, filesPart, savedFiles, kindTitles, type Manifest, tablesPart } from './backup/manifest.ts'
import { hasPostgresData, openPostgres, requirePostgresUnused, restorePostgres } from './backup/postgres-backup.ts'
import { hasSqliteData, requireSqliteUnused, restoreSqlite } from './backup/sqlite-backup.ts'
import { unpackBackup } from './backup/unpack.ts'
import { masterKeyPath, opensWith } from './master-key.ts'
import { migrations } from './migrations.ts'
import type { Settings } from './settings.ts'

function requireKnown({ kind, migrations: made }: Manifest, { databaseUrl }: Settings) {
  const wanted = databaseUrl ? 'postgres' : 'sqlite'
  if (kind !== wanted) {
    const hint = kind === 'postgres' ? 'Set TRIPTYCH_DATABASE_URL' : 'Unset TRIPTYCH_DATABASE_URL'
    throw new Error(`The backup is for ${kindTitles[kind]}, but this installation uses ${kindTitles[wanted]}. ${hint}.`)
  }
  const newer = made.find((name) => !(name in migrations))
  if (newer) throw new Error(`The backup was created by a newer version of this program (it has ${newer})`)
}

const notEmpty = 'Stop Triptych and add --force to replace it'

async function intoSqlite(dataFolder: string, folder: string, force: boolean) {
  if (hasSqliteData(dataFolder)) {
    if (!force)
      throw new Error(`A database already exists in ${resolve(dataFolder)}. ${notEmpty}; it is kept in backups.`)
    requireSqliteUnused(dataFolder)
  }
  await restoreSqlite(dataFolder, folder, keptFolder(dataFolder))
}

async function intoPostgres(url: string, folder: string, manifest: Manifest, force: boolean) {
  const db = openPostgres(url)
  try {
    if (await hasPostgresData(db)) {
      if (!force) throw new Error(`The database already contains tables. ${notEmpty}. All tables are dropped.`)
      await requirePostgresUnused(db)
    }
    await restorePostgres(db, folder, manifest, migrations)
  } finally {
    await db.destroy()
  }
}

const stamp = new Date().toISOString().replace(/[:.]/g, '-')
/** Folder for the replaced data. */
const keptFolder = (dataFolder: string) => join(copiesFolder(dataFolder), `before-restore-${stamp}`)

async function restoreFiles(dataFolder: string, folder: string, kept: string) {
  for (const name of savedFiles) {
    const [old, restored] = [join(dataFolder, name), join(folder, filesPart, name)]
    if (existsSync(old)) {
      await mkdir(kept, { recursive: true, mode: 0o700 })
      await rename(old, join(kept, name))
    }
    if (existsSync(restored)) await rename(restored, old)
  }
}

/** Rejects a wrong master key before anything is replaced; returns the steps left to the operator. */
async function masterKeyFor(settings: Settings, folder: string, { kind }: Manifest) {
  const file = resolve(masterKeyPath(settings))
  if (!existsSync(file)) return `Copy the master key of this backup to ${file} before you start.`
  const sealed = kind === 'sqlite' ? sealedInSqlite(folder) : await sealedInTables(folder)
  if (sealed === undefined || (await opensWith(file, sealed))) return 'The master key matches. Start with npm start.'
  throw new Error(`The master key ${file} does not match this backup. Replace it first.`)
}

function sealedInSqlite(folder: string): string | undefined {
  const database = new DatabaseSync(join(folder, databasePart), { readOnly: true })
  try {
    return database.prepare('select sealed from proxy_master_key').get()?.sealed as string | undefined
  } finally {
    database.close()
  }
}

async function sealedInTables(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, tablesPart, 'proxy_master_key.jsonl'), 'utf8')
  return text ? (JSON.parse(text) as { sealed: string }).sealed : undefined
}

await command(async (settings, args) => {
  const force = args.includes('--force')
  const [name, ...others] = args.filter((argument) => argument !== '--force')
  if (name === undefined || others.length > 0) throw new UsageError('Usage: npm run restore -- FILE [--force]')
  const { dataFolder } = settings
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(dataFolder, '.restore-'))
  try {
    const manifest = await unpackBackup(resolve(name), folder)
    requireKnown(manifest, settings)
    const key = await masterKeyFor(settings, folder, manifest)
    await (settings.databaseUrl
      ? intoPostgres(settings.databaseUrl, folder, manifest, force)
      : intoSqlite(dataFolder, folder, force))
    await restoreFiles(dataFolder, folder, keptFolder(dataFolder))
    print(`Restored from ${resolve(name)}, of version ${manifest.version}: complete up to ${manifest.completeTo}.`)
    print(key)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
