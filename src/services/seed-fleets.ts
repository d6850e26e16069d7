import type { Kysely } from 'kysely'
import type { Log } from '#platform/log.ts'
import { estateNotReady, seedEstate } from './desktop/estate/seed-estate.ts'
import type { EstateTables } from './desktop/estate/tables.ts'
import { fleetNotReady, type Seed, seedFleet } from './mdm/seed.ts'
import type { DeviceTables } from './mdm/tables.ts'

type Db = Kysely<DeviceTables & EstateTables>

/** The devices and computers that the first start asked for; where they are made already, it only looks. */
export async function seedFleets(unlimited: Db, seed: Seed, log: Log): Promise<void> {
  await seedEstate(unlimited, await seedFleet(unlimited, seed, log), log)
}

export async function areFleetsSeeded(db: Db): Promise<boolean> {
  const begun = await db.selectFrom('estate').select('id').executeTakeFirst()
  return begun !== undefined && (await fleetNotReady(db)) === undefined && (await estateNotReady(db)) === undefined
}
