// npm run archives -- FOLDER: exports archived entries as JSON Lines, readable without the product.
import { existsSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openDatabase } from '#platform/database/open.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { print } from './announce.ts'
import { archivedLines, type ArchiveTables } from './archives/archived-lines.ts'
import { command, UsageError } from './backup/command.ts'
import { hasSqliteData } from './backup/sqlite-backup.ts'
import { masterKeyPath, openMasterKey } from './master-key.ts'
import { migrations } from './migrations.ts'
import { vaultPassphrase } from './vault-passphrase.ts'

await command(async (settings, [name, ...others]) => {
  if (name === undefined || others.length > 0) throw new UsageError('Usage: npm run archives -- FOLDER')
  const { dataFolder, databaseUrl, vaultPassphraseFile } = settings
  const keyFile = resolve(masterKeyPath(settings))
  if (!databaseUrl && !hasSqliteData(dataFolder)) throw new Error(`No database found in ${resolve(dataFolder)}`)
  if (!existsSync(keyFile)) throw new Error(`The master key ${keyFile} is missing. It is required to read archives.`)
  const database = await openDatabase({ url: databaseUrl, folder: dataFolder, migrations, onUpgrade: print })
  try {
    const db = database.db.$extendTables<ArchiveTables>()
    const masterKey = await openMasterKey(keyFile, database.db.$extendTables<ProxyTables>())
    const passphrase = await vaultPassphrase(vaultPassphraseFile, () => undefined)
    const folder = resolve(name)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const { file, lines } of await archivedLines(db, { masterKey, passphrase })) {
      const path = join(folder, file)
      print(`${path}: ${await write(path, lines)} entries, verified.`)
    }
  } finally {
    await database.close()
  }
})

async function write(path: string, pages: AsyncIterable<string[]>): Promise<string> {
  const handle = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(cause.code === 'EEXIST' ? `${path} already exists. Specify a new folder.` : cause.message, {
      cause,
    })
  })
  let count = 0
  try {
    for await (const lines of pages) {
      await handle.write(lines.join(''))
      count += lines.length
    }
  } finally {
    await handle.close()
  }
  return count.toLocaleString('en')
}
