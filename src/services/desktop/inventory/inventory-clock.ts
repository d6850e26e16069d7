import { setImmediate as otherWork } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { ifPossible } from '#platform/database/failure.ts'
import type { Log } from '#platform/log.ts'
import type { InventoryTables } from './tables.ts'
import { batchSize, beginBatch, settle } from './tasks.ts'

const tickMs = 1000
/** What a reader ends before it reads, and what a tick does at most. */
const settledByReader = 300
const settledByTick = 2000
const begunAtOnce = 500

export type InventoryClock = ReturnType<typeof inventoryClock>

/** Time in the estate: what is due ends when somebody looks, or a second later. */
export function inventoryClock(db: Kysely<InventoryTables>) {
  return {
    /** Before reading: what is due has happened. */
    async settle() {
      await ifPossible(settle(db, settledByReader))
    },

    /** Scan every computer that has an agent; tells how many. A scan of all that runs is not started again. */
    async scanAll(): Promise<number> {
      const started = db.updateTable('estate').set({ scans_all_from: 0 }).where('scans_all_from', '=', -1)
      await started.execute()
      await scanMore(db, begunAtOnce)
      const { total } = await db
        .selectFrom('desktop')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('installation_status', '=', 22)
        .executeTakeFirstOrThrow()
      return total
    },

    start(log: Log) {
      let ticking: Promise<void> | undefined
      const tick = async () => {
        await settle(db, settledByTick)
        await scanMore(db, begunAtOnce)
      }
      const timer = setInterval(() => {
        // A tick that takes longer than a second is not joined by another.
        ticking ??= tick()
          .catch((error: unknown) => log('estate clock failed', { error: String(error) }))
          .finally(() => {
            ticking = undefined
          })
      }, tickMs).unref()
      return async () => {
        clearInterval(timer)
        await ticking
      }
    },
  }
}

/** The next computers of a scan of all, a batch at a time. */
async function scanMore(db: Kysely<InventoryTables>, max: number) {
  for (let begun = 0; begun < max; begun += batchSize) {
    const more = await db.transaction().execute(async (transaction) => {
      const { scans_all_from: from } = await transaction
        .selectFrom('estate')
        .select('scans_all_from')
        .executeTakeFirstOrThrow()
      if (from === -1) return false
      const found = await transaction
        .selectFrom('desktop')
        .select('pk')
        .where('pk', '>', from)
        .where('installation_status', '=', 22)
        .where('scan_status', '!=', 1)
        .orderBy('pk')
        .limit(batchSize)
        .execute()
      const keys = found.map(({ pk }) => pk)
      const last = keys.length === batchSize ? keys.at(-1) : undefined
      await transaction
        .updateTable('estate')
        .set({ scans_all_from: last ?? -1 })
        .execute()
      if (keys.length > 0) await beginBatch(transaction, 'scan', keys)
      return last !== undefined
    })
    if (!more) return
    await otherWork()
  }
}
