import { setImmediate as otherWork } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Log } from '#platform/log.ts'
import { addDevices } from '#services/mdm/device-store.ts'
import { addCatalog } from '#services/mdm/resources/catalog.ts'
import { nextChange } from '#services/mdm/resources/change-numbers.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { completeFleet } from './complete-fleet.ts'
import { deviceAt } from './fleet.ts'

/** `demo`, `empty` or `large:N`. */
export type Seed = 'demo' | 'empty' | `large:${number}`

const demoDevices = 2000
const batchSize = 500
const reportedEvery = 5000

const devicesOf = (seed: Seed) => {
  if (seed === 'demo') return demoDevices
  return seed === 'empty' ? 0 : Number(seed.slice('large:'.length))
}

/**
 * Creates the demo devices chosen at the first start. Each batch is a transaction that records the progress, so an
 * interrupted start is resumed, and concurrent processes create different batches. Returns the choice of the first
 * start.
 */
export async function seedFleet(db: Kysely<DeviceTables>, seed: Seed, log: Log): Promise<Seed> {
  const now = Date.now()
  await beginFleet(db, seed, now)
  const first = await fleetState(db)
  await completeFleet(db, now)
  if (first.seed !== seed) log('seed ignored', { seed, databaseHas: first.seed })

  for (let { made, wanted } = first; made < wanted; { made, wanted } = await fleetState(db)) {
    await makeBatch(db, made, Math.min(batchSize, wanted - made), now)
    if (made % reportedEvery === 0 && wanted > demoDevices) log('making devices', { made, wanted })
    await otherWork()
  }
  return first.seed as Seed
}

/** Records the choice, and creates groups, profiles and apps. Runs once. */
const beginFleet = (db: Kysely<DeviceTables>, seed: Seed, now: number) =>
  db.transaction().execute(async (transaction) => {
    const wanted = devicesOf(seed)
    const begun = await transaction
      .insertInto('fleet')
      .values({ id: 1, seed, wanted, made: 0 })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (begun && wanted > 0) await addCatalog(transaction, now, 0)
  })

const fleetState = (db: Kysely<DeviceTables>) =>
  db.selectFrom('fleet').select(['seed', 'wanted', 'made']).executeTakeFirstOrThrow()

export async function fleetNotReady(db: Kysely<DeviceTables>): Promise<string | undefined> {
  const { made, wanted } = await fleetState(db)
  return made < wanted ? `${made} of ${wanted} devices are made` : undefined
}

const makeBatch = (db: Kysely<DeviceTables>, start: number, size: number, now: number) =>
  db.transaction().execute(async (transaction) => {
    const mine = await transaction
      .updateTable('fleet')
      .set(({ eb }) => ({ made: eb('made', '+', size) }))
      .where('made', '=', start)
      .returning('made')
      .executeTakeFirst()
    if (!mine) return // created by another process
    const devices = Array.from({ length: size }, (_, offset) => ({
      pk: start + offset + 1,
      ...deviceAt(start + offset, now),
    }))
    await addDevices(transaction, devices, await nextChange(transaction))
  })
