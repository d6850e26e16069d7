// npm run backup -- FILE: backs up everything but the master key, while the product is running.
import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { print } from './announce.ts'
import { command, ownVersion, UsageError } from './backup/command.ts'
import { filesPart, format, savedFiles } from './backup/manifest.ts'
import { packBackup } from './backup/pack.ts'
import { backUpPostgres, openPostgres } from './backup/postgres-backup.ts'
import { backUpSqlite } from './backup/sqlite-backup.ts'
import { masterKeyPath } from './master-key.ts'
import type { Settings } from './settings.ts'

await command(async (settings, [name, ...others]) => {
  if (name === undefined || others.length > 0) throw new UsageError('Usage: npm run backup -- FILE')
  const file = resolve(name)
  if (existsSync(file)) throw new UsageError(`${file} already exists. Specify a new file.`)
  const folder = await mkdtemp(`${file}.parts-`).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`Cannot write to ${dirname(file)}: ${cause.code}`, { cause })
  })
  try {
    const completeTo = new Date().toISOString()
    const migrations = await backUpDatabase(settings, folder)
    await copyFiles(settings, folder)
    const manifest = await packBackup(folder, file, {
      format,
      version: await ownVersion(),
      kind: settings.databaseUrl ? 'postgres' : 'sqlite',
      created: new Date().toISOString(),
      completeTo,
      migrations,
    })
    const { size } = await stat(file)
    print(`Backup written to ${file}: ${manifest.parts.length} parts, ${Math.ceil(size / 1024)} kB.`)
    print(`Complete up to ${completeTo}: all changes acknowledged before are included.`)
    print(`The master key is not included. ${whatToKeep(settings)}`)
    print('Environment variables and the connections file are not included either.')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function backUpDatabase({ databaseUrl, dataFolder }: Settings, folder: string): Promise<string[]> {
  if (!databaseUrl) return backUpSqlite(dataFolder, folder)
  const db = openPostgres(databaseUrl)
  try {
    return await backUpPostgres(db, folder)
  } finally {
    await db.destroy()
  }
}

async function copyFiles({ dataFolder }: Settings, folder: string) {
  for (const name of savedFiles) {
    const path = join(dataFolder, name)
    if (existsSync(path)) await cp(path, join(folder, filesPart, name), { recursive: true, dereference: false })
  }
}

function whatToKeep(settings: Settings): string {
  const { vaultPassphraseFile } = settings
  const key = resolve(masterKeyPath(settings))
  const passphrase = vaultPassphraseFile ? ', and the passphrase of the vault,' : ''
  return `Keep a copy of ${key}${passphrase} separately. It is required to start from the backup and to read its secrets.`
}
