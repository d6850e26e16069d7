import type { Kysely } from 'kysely'
import type { Log } from '#platform/log.ts'
import type { InventoryTables } from '#services/desktop/inventory/tables.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { computersNotReady, seedComputers } from './computers/seed-computers.ts'
import { fleetNotReady, type Seed, seedFleet } from './devices/seed.ts'

type Db = Kysely<DeviceTables & InventoryTables>

/** Creates the devices and computers chosen at the first start, unless they exist. */
export async function seedFleets(unlimited: Db, seed: Seed, log: Log): Promise<void> {
  await seedComputers(unlimited, await seedFleet(unlimited, seed, log), log)
}

export async function areFleetsSeeded(db: Db): Promise<boolean> {
  const begun = await db.selectFrom('estate').select('id').executeTakeFirst()
  return begun !== undefined && (await fleetNotReady(db)) === undefined && (await computersNotReady(db)) === undefined
}
