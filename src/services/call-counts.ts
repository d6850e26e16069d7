import { type Kysely, sql } from 'kysely'

/** Calls of a subject per minute, counted across processes. */
export type CallCountTables = { call_count: { subject: string; since: number; calls: number } }

const minuteMs = 60_000

export const purgeCallCounts = (db: Kysely<CallCountTables>) =>
  db
    .deleteFrom('call_count')
    .where('since', '<=', Date.now() - minuteMs)
    .execute()

/** Counts a call, unless the limit is reached; then returns the seconds to wait. */
export async function takeCall(db: Kysely<CallCountTables>, subject: string, max: number): Promise<number | undefined> {
  const now = Date.now()
  // Setting the clock back starts a new window, too.
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('call_count')
    .values({ subject, since: now, calls: 1 })
    .onConflict((conflict) => {
      const isOver = sql<boolean>`(call_count.since <= ${now - minuteMs} or call_count.since > ${now})`
      return conflict
        .column('subject')
        .doUpdateSet({
          since: sql`case when ${isOver} then ${now} else call_count.since end`,
          calls: sql`case when ${isOver} then 1 else call_count.calls + 1 end`,
        })
        .where((row) => row.or([isOver, row('call_count.calls', '<', max)]))
    })
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return undefined
  const row = await db.selectFrom('call_count').select('since').where('subject', '=', subject).executeTakeFirst()
  return row ? Math.max(1, Math.ceil((row.since + minuteMs - now) / 1000)) : 1
}

export const forgetCalls = (db: Kysely<CallCountTables>, prefix: string) =>
  db.deleteFrom('call_count').where('subject', 'like', `${prefix}%`).execute()

export async function createCallCounts({ schema }: Kysely<unknown>) {
  await schema
    .createTable('call_count')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .execute()
}
