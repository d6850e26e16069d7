import { sql, type Transaction } from 'kysely'
import { isOneOf, lockTable } from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

/** Items of jobs that are paused for longer do not block renewals. */
const waitedForMs = 86_400_000

/**
 * Removes items that another job is processing, or completed since this one was planned, such as by overlapping
 * schedules. Concurrent starts are serialized.
 */
export async function leaveOutElsewhere(transaction: Transaction<ConsoleTables>, job: number) {
  await lockTable(transaction, 'console_schedule_run')
  const own = await transaction
    .selectFrom('console_job')
    .select(['site', 'endpoint', 'created_at'])
    .where('id', '=', job)
    .executeTakeFirst()
  if (!own) return
  const found = await transaction
    .selectFrom('console_job_item as item')
    .innerJoin('console_job_item as other', 'other.subject', 'item.subject')
    .innerJoin('console_job', 'console_job.id', 'other.job')
    .select(['item.n', 'other.job as at'])
    .where('item.job', '=', job)
    .where('item.outcome', '=', 'waiting')
    .where('other.job', '!=', job)
    .where('console_job.site', '=', own.site)
    .where('console_job.endpoint', '=', own.endpoint)
    .where('console_job.is_template', '=', 0)
    .where((row) =>
      row.or([
        row.and([
          row.or([
            row('console_job.state', '=', 'running'),
            row.and([
              row('console_job.state', 'in', ['held', 'paused']),
              row('console_job.changed_at', '>', Date.now() - waitedForMs),
            ]),
          ]),
          row('other.outcome', 'in', ['waiting', 'sent', 'accepted', 'unknown']),
        ]),
        row.and([row('other.outcome', '=', 'done'), row('other.changed_at', '>=', own.created_at)]),
      ]),
    )
    .execute()
  for (const [at, items] of Map.groupBy(found, (one) => one.at)) {
    const { numUpdatedRows } = await transaction
      .updateTable('console_job_item')
      .set({ outcome: 'skipped', remark: `Job ${at} does it.`, changed_at: Date.now() })
      .where('job', '=', job)
      .where('outcome', '=', 'waiting')
      .where(
        isOneOf(
          transaction,
          sql.ref<number>('n'),
          items.map(({ n }) => n),
        ),
      )
      .executeTakeFirst()
    const moved = Number(numUpdatedRows)
    await transaction
      .updateTable('console_job')
      .set(({ eb }) => ({ waiting: eb('waiting', '-', moved), skipped: eb('skipped', '+', moved) }))
      .where('id', '=', job)
      .execute()
  }
}
