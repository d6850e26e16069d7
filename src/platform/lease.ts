import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { type Log, traceOf } from './log.ts'
import { hasEnded, thisProcess } from './this-process.ts'
import { whileRenewing } from './while-renewing.ts'

/** Work that one of the processes on a database does at a time. `renewed` counts up while its holder lives. */
export type LeaseTables = { lease: { name: string; holder: string; renewed: number } }

/** Another process takes over from one that has not renewed its lease for so long. */
const heldMs = 6000
const renewedEveryMs = 1500
const lookedEveryMs = 500
/** Until one that could not begin tries again. */
const failedMs = 10_000
const nobody = ''

/**
 * Clocks of several machines differ, so no time is compared: whoever waits watches the counter by its own clock. A
 * holder that the database does not hear takes itself for the holder until it is heard again, so what it does must
 * stay right where two do it for a moment.
 */
function leaseOf(db: Kysely<LeaseTables>, name: string) {
  const holder = `${thisProcess} ${randomUUID()}`
  let seen: { row: LeaseTables['lease']; since: number } | undefined

  async function isFree(): Promise<LeaseTables['lease'] | undefined> {
    const row = await db.selectFrom('lease').selectAll().where('name', '=', name).executeTakeFirst()
    if (!row) return { name, holder: nobody, renewed: 0 }
    if (row.holder === nobody || hasEnded(row.holder)) return row
    if (seen?.row.holder !== row.holder || seen.row.renewed !== row.renewed) seen = { row, since: performance.now() }
    return performance.now() - seen.since >= heldMs ? row : undefined
  }

  return {
    async take(): Promise<boolean> {
      const row = await isFree().catch((error: unknown) => {
        seen = undefined // its holder may not have been heard either
        throw error
      })
      if (!row) return false
      const mine = { holder, renewed: row.renewed + 1 }
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('lease')
        .values({ name, ...mine })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(mine)
            .where('lease.holder', '=', row.holder)
            .where('lease.renewed', '=', row.renewed),
        )
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    /** False where another process has taken it meanwhile. */
    async renew(): Promise<boolean> {
      const own = db.updateTable('lease').where('name', '=', name).where('holder', '=', holder)
      const { numUpdatedRows } = await own
        .set(({ eb }) => ({ renewed: eb('renewed', '+', 1) }))
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    async release(): Promise<void> {
      const own = db.updateTable('lease').where('name', '=', name).where('holder', '=', holder)
      await own.set({ holder: nobody }).execute()
    },
  }
}

/** Do this while no other process does anything under that name; whoever comes later waits. */
export async function inTurn<T>(db: Kysely<LeaseTables>, name: string, work: () => Promise<T>): Promise<T> {
  const lease = leaseOf(db, name)
  while (!(await lease.take())) await delay(lookedEveryMs / 2)
  // One that is lost is noticed by whoever took it.
  try {
    return await whileRenewing({ everyMs: renewedEveryMs, renew: () => lease.renew() }, work)
  } finally {
    await lease.release()
  }
}

type Stop = () => Promise<void>

/**
 * Run this in exactly one of the processes. Where another runs it, the answer comes at once, and this one takes over
 * when that ends. Call the answer to stop for good; the next process takes over at once.
 */
export async function runInOne(db: Kysely<LeaseTables>, name: string, log: Log, start: () => Promise<Stop>) {
  const lease = leaseOf(db, name)
  const stopping = new AbortController()
  let running: Promise<Stop | undefined> | undefined
  let notBefore = 0

  async function end() {
    await (
      await running
    )?.()
    running = undefined
  }
  async function look() {
    if (running) {
      if (await lease.renew()) return
      log('lease lost', { name })
      await end()
    } else if (performance.now() >= notBefore && (await lease.take())) {
      log('lease taken', { name })
      running = start().catch(async (error: unknown) => {
        log('not run', { name, ...traceOf(error) })
        notBefore = performance.now() + failedMs
        running = undefined
        await lease.release().catch(() => undefined)
        return undefined
      })
    }
  }
  async function watch() {
    while (!stopping.signal.aborted) {
      await delay(running ? renewedEveryMs : lookedEveryMs, undefined, { ref: false, signal: stopping.signal }).catch(
        () => undefined,
      )
      if (stopping.signal.aborted) return
      await look().catch((error: unknown) => log('lease not renewed', { name, ...traceOf(error) }))
    }
  }

  await look()
  const watching = watch()
  await running
  return async () => {
    stopping.abort()
    await watching
    if (!running) return
    await end()
    await lease.release().catch(() => undefined) // its end is noticed
  }
}
