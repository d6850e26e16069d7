import { setImmediate as otherWork } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { afterFilling } from '#platform/database/differences.ts'
import type { Log } from '#platform/log.ts'
import type { Seed } from '#services/demo/devices/seed.ts'
import { hour } from '#services/demo/time.ts'
import { buyLicenses, countSoftwareOn } from '#services/desktop/inventory/software-counts.ts'
import type { InventoryTables } from '#services/desktop/inventory/tables.ts'
import { countedWarranties, countWarrantiesOf } from '#services/desktop/inventory/warranties.ts'
import { desktopRows } from './desktop-rows.ts'
import { firstState, machineAt } from './machine.ts'

const demoDesktops = 400
const batchSize = 250
const countedAtOnce = 1000
const reportedEvery = 10_000

const desktopsOf = (seed: Seed) => {
  if (seed === 'demo') return demoDesktops
  return seed === 'empty' ? 0 : Number(seed.slice('large:'.length))
}

/** Creates the demo computers chosen at the first start; resumes after an interruption. */
export async function seedComputers(db: Kysely<InventoryTables>, seed: Seed, log: Log): Promise<void> {
  const seeded_at = Math.floor(Date.now() / hour) * hour
  await db
    .insertInto('estate')
    .values({ id: 1, wanted: desktopsOf(seed), made: 0, changed: 0, seeded_at, scans_all_from: -1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const first = await computersState(db)
  await countEarlierWarranties(db, first)
  for (let state = first; state.made < state.wanted; state = await computersState(db)) {
    await makeBatch(db, state.made, Math.min(batchSize, state.wanted - state.made), state.seeded_at)
    if (state.made % reportedEvery === 0 && state.wanted > demoDesktops) log('making desktops', state)
    await otherWork()
  }
  if (first.made < first.wanted) await afterFilling(db, 'desktop', 'desktop_text')
}

/** Counts computers created by an earlier version, which did not store counts. */
async function countEarlierWarranties(
  db: Kysely<InventoryTables>,
  { made, seeded_at }: Awaited<ReturnType<typeof computersState>>,
) {
  for (let counted = await countedWarranties(db); counted < made; counted = await countedWarranties(db)) {
    const size = Math.min(countedAtOnce, made - counted)
    await countWarrantiesOf(db, machinesFrom(counted, size), seeded_at)
    await otherWork()
  }
}

const machinesFrom = (start: number, size: number) =>
  Array.from({ length: size }, (_, offset) => machineAt(start + offset))

const computersState = (db: Kysely<InventoryTables>) =>
  db.selectFrom('estate').select(['wanted', 'made', 'seeded_at']).executeTakeFirstOrThrow()

export async function computersNotReady(db: Kysely<InventoryTables>): Promise<string | undefined> {
  const { made, wanted } = await computersState(db)
  return made < wanted ? `${made} of ${wanted} desktops are made` : undefined
}

const makeBatch = (db: Kysely<InventoryTables>, start: number, size: number, seededAt: number) =>
  db.transaction().execute(async (transaction) => {
    const mine = await transaction
      .updateTable('estate')
      .set(({ eb }) => ({ made: eb('made', '+', size), changed: eb('changed', '+', 1) }))
      .where('made', '=', start)
      .returning(['made', 'wanted'])
      .executeTakeFirst()
    if (!mine) return // created by another process
    const machines = machinesFrom(start, size)
    const made = machines.map((machine) => ({ machine, state: firstState(machine, seededAt) }))
    const rows = made.map(({ machine, state }) => desktopRows(machine, state))
    await transaction
      .insertInto('desktop')
      .values(rows.map(({ desktop }) => desktop))
      .execute()
    await transaction
      .insertInto('desktop_text')
      .values(rows.map((row) => row.desktop_text))
      .execute()
    const scanned = made.filter(({ state }) => state.scanned_at !== -1)
    await countSoftwareOn(
      transaction,
      scanned.map(({ machine }) => ({ pk: machine.index + 1, platform: machine.platform })),
    )
    await countWarrantiesOf(transaction, machines, seededAt)
    if (mine.made === mine.wanted) await buyLicenses(transaction)
  })
