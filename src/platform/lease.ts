import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { type Log, traceOf } from './log.ts'
import { hasEnded, thisProcess } from './this-process.ts'
import { whileRenewing } from './while-renewing.ts'

/**
 * Leases for work that only one process per database may do at a time. `renewed` is incremented while the holder is
 * alive.
 */
export type LeaseTables = { lease: { name: string; holder: string; renewed: number } }

/** A lease that is not renewed for this time is taken over. */
const heldMs = 6000
const renewedEveryMs = 1500
const lookedEveryMs = 500
/** Delay before a failed start is retried. */
const failedMs = 10_000
const nobody = ''

/**
 * Machines' clocks differ, so no timestamps are compared: waiting processes observe the counter with their own clock. A
 * holder without a database connection continues until it can reconnect, so the work must tolerate two holders for a
 * short time.
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
        seen = undefined // the holder may not have been able to write, either
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
    /** False if another process has taken over. */
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

/** Runs the work while no other process runs any under this name; later callers wait. */
export async function inTurn<T>(db: Kysely<LeaseTables>, name: string, work: () => Promise<T>): Promise<T> {
  const lease = leaseOf(db, name)
  while (!(await lease.take())) await delay(lookedEveryMs / 2)
  // A lost lease is detected by the process that took it over.
  try {
    return await whileRenewing({ everyMs: renewedEveryMs, renew: () => lease.renew() }, work)
  } finally {
    await lease.release()
  }
}

type Stop = () => Promise<void>

/**
 * Runs this in exactly one process. Returns immediately if another process holds the lease, and takes over when that
 * ends. The returned function stops for good and releases the lease.
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
    await lease.release().catch(() => undefined) // it expires
  }
}
