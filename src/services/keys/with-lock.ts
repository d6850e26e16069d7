import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { Refusal } from '#crypto/refusal.ts'
import { whileRenewing } from '#platform/while-renewing.ts'
import { oneAtATime } from '#services/one-at-a-time.ts'
import type { KeyTables } from './tables.ts'

/** Lease: locks of dead processes expire after this. */
const heldMs = 30_000
const renewedEveryMs = 10_000
const waitMs = 40_000
const lookAgainMs = 25

const here = oneAtATime()

/** Serializes work on the same subject across processes. */
export const withLock = <T>(db: Kysely<KeyTables>, subject: string, work: () => Promise<T>): Promise<T> =>
  here(subject, async () => {
    const holder = randomUUID()
    await enter(db, subject, holder)
    const own = db.updateTable('key_turn').where('name', '=', subject).where('holder', '=', holder)
    const renew = () => own.set({ held_until: Date.now() + heldMs }).execute()
    try {
      return await whileRenewing({ everyMs: renewedEveryMs, renew }, work)
    } finally {
      await db.deleteFrom('key_turn').where('name', '=', subject).where('holder', '=', holder).execute()
    }
  })

async function enter(db: Kysely<KeyTables>, name: string, holder: string): Promise<void> {
  const begin = performance.now()
  while (!(await isFree(db, name, holder))) {
    if (performance.now() - begin > waitMs) {
      throw new Refusal('busy', 'The same host is still being changed by someone else; try again in a moment')
    }
    await delay(lookAgainMs)
  }
}

/** Acquires an unheld or expired lock. */
async function isFree(db: Kysely<KeyTables>, name: string, holder: string): Promise<boolean> {
  const now = Date.now()
  const turn = { holder, held_until: now + heldMs }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('key_turn')
    .values({ name, ...turn })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(turn).where('key_turn.held_until', '<', now))
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
