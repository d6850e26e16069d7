import type { Kysely } from 'kysely'
import { type LeaseTables, runInOne } from '#platform/lease.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { Queue, TakeTurn } from './queue.ts'

/** Delay after a failed turn. */
const failedMs = 5000

/** For SQLite: one process takes all turns, and another takes over when it ends. */
export async function localQueue(database: Kysely<LeaseTables>, take: TakeTurn, log: Log): Promise<Queue> {
  let runner: ReturnType<typeof turns> | undefined
  const stop = await runInOne(database, 'jobs', log, async () => {
    runner = turns(take, log)
    return async () => {
      await runner?.close()
      runner = undefined
    }
  })
  return {
    enqueue: async (job) => runner?.enqueue(job, 0),
    close: stop,
  }
}

function turns(take: TakeTurn, log: Log) {
  const due = new Map<number, { at: number; timer: NodeJS.Timeout }>()
  const running = new Map<number, Promise<void>>()
  const again = new Set<number>()
  let closed = false

  const enqueue = (job: number, afterMs: number) => {
    const at = performance.now() + afterMs
    const known = due.get(job)
    if (closed || (known && known.at <= at)) return
    if (running.has(job)) {
      again.add(job)
      return
    }
    clearTimeout(known?.timer)
    due.set(job, { at, timer: setTimeout(() => begin(job), afterMs).unref() })
  }
  const begin = (job: number) => {
    due.delete(job)
    running.set(job, run(job))
  }
  const run = async (job: number) => {
    const afterMs = await take(job).catch((error: unknown) => {
      log('job turn failed', { job, ...traceOf(error) })
      return failedMs
    })
    running.delete(job)
    if (again.delete(job)) enqueue(job, 0)
    else if (afterMs !== undefined) enqueue(job, afterMs)
  }
  return {
    enqueue,
    close: async () => {
      closed = true
      for (const { timer } of due.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}
