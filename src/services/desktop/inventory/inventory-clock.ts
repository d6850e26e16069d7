import { setImmediate as otherWork } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { ifPossible } from '#platform/database/failure.ts'
import type { Log } from '#platform/log.ts'
import type { InventoryTables } from './tables.ts'
import { batchSize, beginBatch, settle } from './tasks.ts'

const tickMs = 1000
/** Maximum number of tasks completed per read and per tick. */
const settledByReader = 300
const settledByTick = 2000
const begunAtOnce = 500

export type InventoryClock = ReturnType<typeof inventoryClock>

/** Completes due tasks of the demo, on reads or within a second. */
export function inventoryClock(db: Kysely<InventoryTables>) {
  return {
    /** Completes due tasks before reading. */
    async settle() {
      await ifPossible(settle(db, settledByReader))
    },

    /** Scans all computers with an agent and returns their number. A running scan of all is not restarted. */
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
        // Ticks do not overlap.
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

/** Starts the next batch of a scan of all computers. */
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
