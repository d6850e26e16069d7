import type { Kysely } from 'kysely'
import type { DeviceTables } from '#services/mdm/tables.ts'

/**
 * Demo time runs at `speed` times real time since `real_at`, when it was `world_at`. Due times are in demo time, so
 * that a change of speed affects all of them; reported times are real.
 */
export type DemoClock = { speed: number; real_at: number; world_at: number }

export const demoTime = ({ speed, real_at, world_at }: DemoClock, now = Date.now()) =>
  Math.floor(world_at + (now - real_at) * speed)

/** Converts demo time to real time. Times before the last change map to that change. */
export const realTime = ({ speed, real_at, world_at }: DemoClock, at: number) =>
  speed === 0 || at <= world_at ? real_at : Math.round(real_at + (at - world_at) / speed)

/** Duration of a turn. */
export const turnMs = 30_000
export const turnAt = (at: number) => Math.floor(at / turnMs)

/** At the first start, demo time equals real time. */
export async function startDemoClock(db: Kysely<DeviceTables>) {
  const now = Date.now()
  await db
    .insertInto('world')
    .values({ id: 1, speed: 1, real_at: now, world_at: now, commands: 0, turn: turnAt(now), enrolled: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export const readDemoClock = (db: Kysely<DeviceTables>) => db.selectFrom('world').selectAll().executeTakeFirstOrThrow()

/** Changes the speed from now on; 0 pauses. */
export async function setSpeed(db: Kysely<DeviceTables>, speed: number) {
  await db.transaction().execute(async (transaction) => {
    const world = await readDemoClock(transaction)
    const now = Date.now()
    const change = { speed, real_at: now, world_at: demoTime(world, now) }
    await transaction.updateTable('world').set(change).execute()
  })
}
