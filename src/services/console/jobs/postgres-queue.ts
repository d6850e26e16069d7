import { CompiledQuery, type Kysely } from 'kysely'
import { PgBoss } from 'pg-boss'
import { type Log, traceOf } from '#platform/log.ts'
import type { Queue, TakeTurn } from './queue.ts'

const queueName = 'jobs'
/** A process without a heartbeat for this long loses its turn; pg-boss's minimum. */
const silentSeconds = 10
const lookedEverySeconds = 5
const pollSeconds = 0.5
/** Concurrent turns per process. */
const turnsAtOnce = 4
/** Covers a turn with the longest call that an endpoint allows. */
const longestTurnSeconds = 900
const stopsWithinMs = 20_000

type Executor = Pick<Kysely<unknown>, 'executeQuery'>

/**
 * For PostgreSQL: pg-boss distributes turns among processes (decision 134). At most one turn of a job is active, and
 * one is queued. Its tables are in a separate schema, which backups omit.
 */
export async function postgresQueue(database: Executor, take: TakeTurn, log: Log): Promise<Queue> {
  const executeSql = async (text: string, values: unknown[] = []) => ({
    rows: (await database.executeQuery(CompiledQuery.raw(text, values))).rows,
  })
  const boss = new PgBoss({
    db: { executeSql },
    schema: 'triptych_queue',
    schedule: false,
    superviseIntervalSeconds: lookedEverySeconds,
    monitorIntervalSeconds: lookedEverySeconds,
    reindex: false,
    monitorVacuum: false,
  })
  // The event holds a driver error, or a copy of one.
  boss.on('error', (error: Error & { code?: unknown }) =>
    log('job queue failed', { ...traceOf(error), code: error.code }),
  )
  await boss.start()
  await boss.createQueue(queueName, {
    policy: 'stately',
    heartbeatSeconds: silentSeconds,
    expireInSeconds: longestTurnSeconds,
    retryLimit: 100,
    retryDelay: 1,
    deleteAfterSeconds: 60,
  })
  const send = async (job: number, afterMs: number) => {
    // Relative, since the database's clock may differ.
    const startAfter = afterMs > 0 ? { startAfter: afterMs / 1000 } : {}
    await boss.send(queueName, { job }, { singletonKey: String(job), ...startAfter })
  }
  await boss.work<{ job: number }>(
    queueName,
    { pollingIntervalSeconds: pollSeconds, localConcurrency: turnsAtOnce },
    async (turns) => {
      for (const { data } of turns) {
        const afterMs = await take(data.job)
        if (afterMs !== undefined) await send(data.job, afterMs)
      }
    },
  )
  return {
    enqueue: (job) => send(job, 0),
    close: () => boss.stop({ graceful: true, timeout: stopsWithinMs }),
  }
}
