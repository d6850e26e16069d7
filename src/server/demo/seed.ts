// Child process that generates demo data for the server that started it.
import '#platform/foreground-compilation.ts'
import { openDatabase } from '#platform/database/open.ts'
import type { LeaseTables } from '#platform/lease.ts'
import { openLog } from '#platform/log.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { command } from '#server/backup/command.ts'
import { masterKeyPath, openMasterKey } from '#server/master-key.ts'
import { migrations } from '#server/migrations.ts'
import { vaultPassphrase } from '#server/vault-passphrase.ts'
import { seedFleets } from '#services/demo/seed-fleets.ts'
import type { InventoryTables } from '#services/desktop/inventory/tables.ts'
import { seedRunningKeys } from '#services/keys/start-key-management.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import type { LabTables } from '#services/lab/lab-settings.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { DemoData } from '#services/services.ts'

process.stdin.on('end', () => process.exit()).resume() // the parent process has exited
await command(async (settings, [data = '']) => {
  const wanted = JSON.parse(data) as DemoData
  const { databaseUrl: url, dataFolder: folder, databaseLimits: limits, seed } = settings
  const { log } = openLog(settings.logFile)
  const database = await openDatabase({ url, folder, migrations, limits })
  try {
    const unlimited = database.unlimited.$extendTables<DeviceTables & InventoryTables>()
    if (wanted.make === 'fleets') await seedFleets(unlimited, seed, log)
    else {
      const db = database.db.$extendTables<KeyTables & LabTables & LeaseTables>()
      const masterKey = await openMasterKey(masterKeyPath(settings), database.db.$extendTables<ProxyTables>())
      const passphrase = await vaultPassphrase(settings.vaultPassphraseFile, () => undefined)
      const { discoveryNetworks: networks } = settings
      await seedRunningKeys({ db, folder, networks, masterKey, passphrase, statusBase: () => wanted.statusBase })
    }
  } finally {
    await database.close()
  }
})
process.exit()
