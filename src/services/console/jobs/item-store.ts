import { type Kysely, sql, type Transaction } from 'kysely'
import { type ItemOutcome, itemOutcomes, type JobItem } from '#contract/console/jobs.ts'
import { contains, insertAll, isOneOf } from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { JobTables } from './tables.ts'

type Row = JobTables['console_job_item']
export type NewItem = Pick<Row, 'n' | 'subject' | 'label' | 'detail' | 'sealed' | 'outcome' | 'remark'>
export type Claimed = Pick<Row, 'n' | 'subject' | 'sealed'> & { sent_at: number }
export type Looked = Pick<Row, 'n' | 'subject' | 'sent_at' | 'outcome' | 'evidence' | 'earlier' | 'remark'>
/** What became of items, all of them alike. */
export type Settled = {
  items: readonly number[]
  outcome: ItemOutcome
  remark?: string | undefined
  evidence?: string | undefined
  lookAt?: number
}
export type ItemStore = ReturnType<typeof itemStore>
type Filter = { outcome?: ItemOutcome | undefined; search?: string | undefined; page: number; limit: number }
type Changing = Transaction<ConsoleTables>

/** Outcomes that an answer or a look may still change: what came of a call is known even where another turn has begun. */
const open = ['sent', 'accepted', 'unknown'] as const

/** The items of jobs. Each change of an outcome changes the counts of its job in the same transaction. */
export function itemStore(database: Kysely<ConsoleTables>) {
  const ofJob = (job: number) => database.selectFrom('console_job_item').where('job', '=', job)

  return {
    /** A subject counts once in a job. */
    add: (job: number, items: readonly NewItem[]) =>
      database.transaction().execute(async (transaction) => {
        const now = Date.now()
        const rows = items.map((item) => ({
          ...item,
          job,
          searched: `${item.label}\n${item.subject}\n${item.detail}`.toLowerCase(),
          attempts: 0,
          evidence: '',
          earlier: '',
          sent_at: null,
          changed_at: now,
          look_at: 0,
        }))
        await insertAll(transaction, 'console_job_item', rows)
        const counted = await transaction
          .selectFrom('console_job_item')
          .select(['outcome', ({ fn }) => fn.countAll<number>().as('count')])
          .where('job', '=', job)
          .groupBy('outcome')
          .execute()
        const counts = Object.fromEntries(counted.map(({ outcome, count }) => [outcome, count]))
        const change = { ...counts, changed_at: now } as Partial<Record<ItemOutcome, number>>
        await transaction
          .updateTable('console_job')
          .set(change)
          .where('id', '=', job)
          .where('state', '=', 'planned')
          .execute()
      }),

    /** The next that wait, which are *sent* from now on; undefined where this turn may not send any more. */
    claim: (job: number, turn: string, most: number): Promise<Claimed[] | undefined> =>
      database.transaction().execute(async (transaction) => {
        const now = Date.now()
        if (!(await isTurn(transaction, job, turn))) return undefined
        const found = await transaction
          .selectFrom('console_job_item')
          .select(['n', 'subject', 'sealed'])
          .where('job', '=', job)
          .where('outcome', '=', 'waiting')
          .orderBy('n')
          .limit(most)
          .execute()
        if (found.length === 0) return []
        await transaction
          .updateTable('console_job_item')
          .set(({ eb }) => ({ outcome: 'sent', sent_at: now, attempts: eb('attempts', '+', 1), changed_at: now }))
          .where('job', '=', job)
          .where(isIn(transaction, found))
          .execute()
        await count(transaction, job, 'waiting', 'sent', found.length)
        return found.map((item) => Object.assign(item, { sent_at: now }))
      }),

    /** Whoever sent them has ended: nobody hears the answer any more. */
    orphaned: (job: number, turn: string): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        const now = Date.now()
        const begun = await transaction
          .updateTable('console_job')
          .set({ turn })
          .where('id', '=', job)
          .where('state', '=', 'running')
          .executeTakeFirst()
        if (begun.numUpdatedRows === 0n) return false
        const { numUpdatedRows } = await transaction
          .updateTable('console_job_item')
          .set({
            outcome: 'unknown',
            remark: 'The console was interrupted before the server responded',
            look_at: now,
            changed_at: now,
          })
          .where('job', '=', job)
          .where('outcome', '=', 'sent')
          .executeTakeFirst()
        await count(transaction, job, 'sent', 'unknown', Number(numUpdatedRows))
        return true
      }),

    /** Writes what became of items; what has ended meanwhile stays. */
    settle: (job: number, settled: readonly Settled[]) =>
      database.transaction().execute(async (transaction) => {
        // The job first, and so one after the other: two that change counts do not wait for each other's items.
        await transaction.updateTable('console_job').set({ changed_at: Date.now() }).where('id', '=', job).execute()
        for (const { items, outcome, remark = '', evidence, lookAt = 0 } of settled) {
          const before = await transaction
            .selectFrom('console_job_item')
            .select(['n', 'outcome'])
            .where('job', '=', job)
            .where(
              isIn(
                transaction,
                items.map((n) => ({ n })),
              ),
            )
            .where('outcome', 'in', [...open])
            .execute()
          if (before.length === 0) continue
          await transaction
            .updateTable('console_job_item')
            .set({
              outcome,
              remark: remark.slice(0, 500),
              look_at: lookAt,
              changed_at: Date.now(),
              ...(evidence !== undefined && { evidence }),
            })
            .where('job', '=', job)
            .where(isIn(transaction, before))
            .execute()
          for (const [from, alike] of Map.groupBy(before, (one) => one.outcome))
            await count(transaction, job, from, outcome, alike.length)
        }
      }),

    /** The next that are due to be looked at: first those of which nobody knows whether they were taken. */
    due: async (job: number, now: number, most: number): Promise<Looked[]> => {
      const due = ofJob(job)
        .select(['n', 'subject', 'sent_at', 'outcome', 'evidence', 'earlier', 'remark'])
        .where('look_at', '>', 0)
        .where('look_at', '<=', now)
      const unknown = await due.where('outcome', '=', 'unknown').limit(most).execute()
      if (unknown.length === most) return unknown
      const others = due.where('outcome', '!=', 'unknown').orderBy('look_at')
      return [...unknown, ...(await others.limit(most - unknown.length).execute())]
    },
    /** Nothing is to be found out about items any more. */
    isSettled: async (job: number) => {
      const pending = await ofJob(job)
        .select('n')
        .where((item) => item.or([item('outcome', 'in', ['waiting', 'sent']), item('look_at', '>', 0)]))
        .limit(1)
        .executeTakeFirst()
      return pending === undefined
    },
    lookAt: (job: number, items: readonly { n: number; lookAt: number }[]) =>
      database.transaction().execute(async (transaction) => {
        for (const [look_at, alike] of Map.groupBy(items, ({ lookAt }) => lookAt))
          await transaction
            .updateTable('console_job_item')
            .set({ look_at })
            .where('job', '=', job)
            .where(isIn(transaction, alike))
            .execute()
      }),
    /** How items stand just before their call. */
    mark: (job: number, marks: readonly { n: number; earlier: string }[]) =>
      database.transaction().execute(async (transaction) => {
        for (const [earlier, alike] of Map.groupBy(marks, (one) => one.earlier))
          await transaction
            .updateTable('console_job_item')
            .set({ earlier })
            .where('job', '=', job)
            .where(isIn(transaction, alike))
            .execute()
      }),

    /** To be sent once more, or not at all. */
    move: (job: number, from: readonly ItemOutcome[], to: 'waiting' | 'skipped', remark = '') =>
      database.transaction().execute(async (transaction) => {
        const now = Date.now()
        await transaction.updateTable('console_job').set({ changed_at: now }).where('id', '=', job).execute()
        for (const outcome of from) {
          const { numUpdatedRows } = await transaction
            .updateTable('console_job_item')
            .set({
              outcome: to,
              remark,
              look_at: 0,
              changed_at: now,
              earlier: sql`case when evidence = '' then earlier else evidence end`,
              evidence: '',
            })
            .where('job', '=', job)
            .where('outcome', '=', outcome)
            .executeTakeFirst()
          await count(transaction, job, outcome, to, Number(numUpdatedRows))
        }
      }),

    eraseInputs: (job: number) =>
      database
        .updateTable('console_job_item')
        .set({ sealed: null })
        .where('job', '=', job)
        .where('sealed', 'is not', null)
        .execute(),

    page: async (
      job: number,
      { outcome, search, page, limit }: Filter,
    ): Promise<{ rows: JobItem[]; total: number }> => {
      let wanted = ofJob(job)
      if (outcome) wanted = wanted.where('outcome', '=', outcome)
      if (search) wanted = wanted.where(contains(database, sql.ref<string>('searched'), search.toLowerCase()))
      const [found, { total }] = await Promise.all([
        wanted
          .select([
            'n',
            'subject',
            'label',
            'detail',
            'outcome',
            'attempts',
            'remark',
            'evidence',
            'sent_at',
            'changed_at',
          ])
          .orderBy('n')
          .limit(limit)
          .offset(page * limit)
          .execute(),
        wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ])
      const rows = found.map(({ sent_at, changed_at, ...item }) =>
        Object.assign(item, sent_at !== null && { sentAt: sent_at }, { changedAt: changed_at }),
      )
      return { rows, total }
    },
  }
}

async function isTurn(transaction: Changing, job: number, turn: string) {
  const { numUpdatedRows } = await transaction
    .updateTable('console_job')
    .set({ changed_at: Date.now() })
    .where('id', '=', job)
    .where('turn', '=', turn)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function count(transaction: Changing, job: number, from: ItemOutcome, to: ItemOutcome, items: number) {
  if (items === 0 || from === to) return
  const change = Object.fromEntries(
    itemOutcomes
      .filter((outcome) => outcome === from || outcome === to)
      .map((outcome) => [outcome, sql<number>`${sql.ref(outcome)} + ${outcome === to ? items : -items}`]),
  )
  await transaction.updateTable('console_job').set(change).where('id', '=', job).execute()
}

const isIn = (db: Changing, items: readonly { n: number }[]) =>
  isOneOf(
    db,
    sql.ref<number>('n'),
    items.map(({ n }) => n),
  )
