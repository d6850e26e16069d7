import type { Kysely } from 'kysely'
import type { DeviceTables } from '#services/mdm/tables.ts'

/**
 * The world's time runs `speed` times as fast as the clock since `real_at`, when it was `world_at`. What is due is
 * kept in world time, so a change of speed moves all of it at once; what is reported is told in real time.
 */
export type DemoClock = { speed: number; real_at: number; world_at: number }

export const demoTime = ({ speed, real_at, world_at }: DemoClock, now = Date.now()) =>
  Math.floor(world_at + (now - real_at) * speed)

/** The real time at which it was, or will be, that late in the world. What was missed before the last change counts as then. */
export const realTime = ({ speed, real_at, world_at }: DemoClock, at: number) =>
  speed === 0 || at <= world_at ? real_at : Math.round(real_at + (at - world_at) / speed)

/** The world goes on in turns. */
export const turnMs = 30_000
export const turnAt = (at: number) => Math.floor(at / turnMs)

/** At the first start the world shows the time of day. */
export async function startDemoClock(db: Kysely<DeviceTables>) {
  const now = Date.now()
  await db
    .insertInto('world')
    .values({ id: 1, speed: 1, real_at: now, world_at: now, commands: 0, turn: turnAt(now), enrolled: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export const readDemoClock = (db: Kysely<DeviceTables>) => db.selectFrom('world').selectAll().executeTakeFirstOrThrow()

/** From now on at this speed; 0 is paused. */
export async function setSpeed(db: Kysely<DeviceTables>, speed: number) {
  await db.transaction().execute(async (transaction) => {
    const world = await readDemoClock(transaction)
    const now = Date.now()
    const change = { speed, real_at: now, world_at: demoTime(world, now) }
    await transaction.updateTable('world').set(change).execute()
  })
}
