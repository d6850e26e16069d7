import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { ItemOutcome, JobItem } from '#contract/console/jobs.ts'
import type { Touched } from '#contract/endpoint.ts'
import { findingSeparator } from '#contract/mdm/jobs/security-job.ts'
import { contains, containsAnyCase, insertAll, insertNew, isOneOf } from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { countItems } from './count-items.ts'
import { changedAtOnce, inParts, insertedAtOnce } from './in-parts.ts'
import { type JobRecord, totalOf } from './job-store.ts'
import type { JobTables } from './tables.ts'

type Row = JobTables['console_job_item']
export type NewItem = Pick<Row, 'n' | 'subject' | 'label' | 'detail' | 'sealed' | 'given' | 'outcome' | 'remark'>
const own = ['n', 'subject', 'sealed', 'given', 'step'] as const
export type Claimed = Pick<Row, (typeof own)[number]> & { sent_at: number }
const looked = [...own, 'sent_at', 'outcome', 'evidence', 'earlier', 'remark'] as const
export type SentItem = Pick<Row, (typeof looked)[number]>
/** A common outcome of several items. */
export type Settled = {
  items: readonly number[]
  outcome: ItemOutcome
  remark?: string | undefined
  evidence?: string | undefined
  lookAt?: number
  /** The next step, and data known for it. */
  step?: number | undefined
  given?: string | undefined
}
export type ItemStore = ReturnType<typeof itemStore>
type Filter = {
  outcome?: ItemOutcome | undefined
  search?: string | undefined
  finding?: string | undefined
  page: number
  limit: number
}
type Changing = Transaction<ConsoleTables>

/** Outcomes that a response or status check may still change, even after the turn that sent the call was superseded. */
const open = ['sent', 'accepted', 'unknown'] as const

/** Items of jobs. Changes of outcomes update the counts of the job in the same transaction. */
export function itemStore(database: Kysely<ConsoleTables>) {
  const ofJob = (job: number) => database.selectFrom('console_job_item').where('job', '=', job)

  return {
    last: (job: number) => lastOf(database, job),
    /** Adds items, ignoring repeated subjects. False if others were added after `last`, or the job's ID was reused. */
    add: (
      job: number,
      last: number,
      items: readonly NewItem[],
      touched: readonly Touched[] = [],
      createdAt?: number,
    ): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        const now = Date.now()
        const planned = transaction.updateTable('console_job').where('id', '=', job).where('state', '=', 'planned')
        const change = createdAt === undefined ? planned : planned.where('created_at', '=', createdAt)
        const { numUpdatedRows } = await change.set({ changed_at: now }).executeTakeFirst()
        if (numUpdatedRows === 0n || (await lastOf(transaction, job)) !== last) return false
        const rows = items.map((item) => ({
          ...item,
          job,
          searched: `${item.label}\n${item.subject}\n${item.detail}`.toLowerCase(),
          step: 0,
          attempts: 0,
          evidence: '',
          earlier: '',
          sent_at: null,
          changed_at: now,
          look_at: 0,
        }))
        await inParts(rows.length, insertedAtOnce(database), (after, upTo) =>
          insertNew(transaction, 'console_job_item', rows.slice(after, upTo)),
        )
        await insertAll(
          transaction,
          'console_job_touch',
          touched.map((one) => ({ ...one, job })),
        )
        const counted = await transaction
          .selectFrom('console_job_item')
          .select(['outcome', ({ fn }) => fn.countAll<number>().as('count')])
          .where('job', '=', job)
          .where('n', '>', last)
          .groupBy('outcome')
          .execute()
        for (const { outcome, count } of counted) await change.set(more(outcome, count)).execute()
        return true
      }),

    /** Copies the items of a planned job to an empty one; `seal` seals an item's own input for the new job. */
    copy: async (from: number, to: number, seal: (n: number, sealed: string) => string) => {
      const now = Date.now()
      const touched = await database.selectFrom('console_job_touch').selectAll().where('job', '=', from).execute()
      await insertAll(
        database,
        'console_job_touch',
        touched.map((one) => Object.assign(one, { job: to })),
      )
      await inParts(await lastOf(database, from), insertedAtOnce(database), async (after, upTo) => {
        const part = database.selectFrom('console_job_item').selectAll().where('job', '=', from)
        const rows = await part.where('n', '>', after).where('n', '<=', upTo).execute()
        const copies = rows.map((row) => {
          const sealed = row.sealed === null ? null : seal(row.n, row.sealed)
          return Object.assign(row, { job: to, sealed, changed_at: now })
        })
        const skipped = copies.filter(({ outcome }) => outcome === 'skipped').length
        await database.transaction().execute(async (transaction) => {
          const counts = { ...more('waiting', copies.length - skipped), ...more('skipped', skipped) }
          await transaction.updateTable('console_job').set(counts).where('id', '=', to).execute()
          await insertNew(transaction, 'console_job_item', copies)
        })
      })
    },

    haveCome: countItems(database),

    /** Marks the next waiting items as sent and returns them; undefined if this turn was superseded. */
    claim: (job: number, turn: string, max: number): Promise<Claimed[] | undefined> =>
      database.transaction().execute(async (transaction) => {
        const now = Date.now()
        const begun = await inTurn(transaction, job, turn)
        if (!begun) return undefined
        if (isEnding(begun)) return []
        const found = await transaction
          .selectFrom('console_job_item')
          .select(own)
          .where('job', '=', job)
          .where('outcome', '=', 'waiting')
          .orderBy('n')
          .limit(max)
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

    /** Items sent by a turn that has ended: repeatable ones wait again, the others become unknown. */
    orphaned: (job: number, turn: string, repeatable: readonly number[]): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        const now = Date.now()
        const begun = await transaction
          .updateTable('console_job')
          .set({ turn })
          .where('id', '=', job)
          .where('state', '=', 'running')
          .returning(standing)
          .executeTakeFirst()
        if (!begun) return false
        const sent = transaction.updateTable('console_job_item').where('job', '=', job).where('outcome', '=', 'sent')
        const again = unsent(begun, { outcome: 'waiting', remark: '' })
        const waiting = await sent
          .set({ ...again, look_at: 0, changed_at: now })
          .where('step', 'in', [-1, ...repeatable])
          .executeTakeFirst()
        await count(transaction, job, 'sent', again.outcome, Number(waiting.numUpdatedRows))
        const remark = 'The console was interrupted before the server responded'
        const unknown = await sent.set({ outcome: 'unknown', remark, look_at: now, changed_at: now }).executeTakeFirst()
        await count(transaction, job, 'sent', 'unknown', Number(unknown.numUpdatedRows))
        return true
      }),

    /** Stores outcomes; items that have ended meanwhile are unchanged. */
    settle: async (job: number, settled: readonly Settled[]) => {
      if (settled.length === 0) return
      await database.transaction().execute(async (transaction) => {
        // Locks the job first, to serialize changes of its counts and avoid deadlocks.
        const changed = transaction.updateTable('console_job').set({ changed_at: Date.now() }).where('id', '=', job)
        const row = await changed.returning(standing).executeTakeFirst()
        for (const one of settled) {
          const { items, evidence, lookAt = 0, step, given } = one
          const { outcome, remark } = unsent(row, { outcome: one.outcome, remark: one.remark ?? '' })
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
              ...(step !== undefined && { step }),
              ...(given !== undefined && { given }),
            })
            .where('job', '=', job)
            .where(isIn(transaction, before))
            .execute()
          for (const [from, alike] of Map.groupBy(before, (one) => one.outcome))
            await count(transaction, job, from, outcome, alike.length)
        }
      })
    },

    /** Items due for a status check, unknown ones first. */
    due: async (job: number, now: number, max: number): Promise<SentItem[]> => {
      const due = ofJob(job).select(looked).where('look_at', '>', 0).where('look_at', '<=', now)
      const unknown = await due.where('outcome', '=', 'unknown').orderBy('look_at').limit(max).execute()
      if (unknown.length === max) return unknown
      const others = due.where('outcome', '!=', 'unknown').orderBy('look_at')
      return [...unknown, ...(await others.limit(max - unknown.length).execute())]
    },
    /** Whether no item needs a status check. */
    isSettled: async (job: number) => {
      const one = ofJob(job).select('n').limit(1)
      const pending =
        (await one.where('outcome', 'in', ['waiting', 'sent']).executeTakeFirst()) ??
        (await one.where('look_at', '>', 0).executeTakeFirst())
      return pending === undefined
    },
    lookAt: async (job: number, items: readonly { n: number; lookAt: number }[]) => {
      if (items.length === 0) return
      await database.transaction().execute(async (transaction) => {
        for (const [look_at, alike] of Map.groupBy(items, ({ lookAt }) => lookAt))
          await transaction
            .updateTable('console_job_item')
            .set({ look_at })
            .where('job', '=', job)
            .where(isIn(transaction, alike))
            .execute()
      })
    },
    /** Stores the state of items just before their call. */
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

    /** Schedules items for a retry, or skips them. A single change of any size, made in batches. */
    move: (job: number, from: readonly ItemOutcome[], to: 'waiting' | 'skipped', remark = '') =>
      database.transaction().execute(async (transaction) => {
        const now = Date.now()
        await transaction.updateTable('console_job').set({ changed_at: now }).where('id', '=', job).execute()
        const change = transaction
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
        const last = await lastOf(transaction, job)
        for (const outcome of from)
          await inParts(last, changedAtOnce, async (after, upTo) => {
            const part = change.where('outcome', '=', outcome).where('n', '>', after).where('n', '<=', upTo)
            const { numUpdatedRows } = await part.executeTakeFirst()
            await count(transaction, job, outcome, to, Number(numUpdatedRows))
          })
      }),

    eraseInputs: async (job: number) => {
      const erasing = database
        .updateTable('console_job_item')
        .set({ sealed: null })
        .where('job', '=', job)
        .where('sealed', 'is not', null)
      await inParts(await lastOf(database, job), changedAtOnce, (after, upTo) =>
        erasing.where('n', '>', after).where('n', '<=', upTo).execute(),
      )
    },
    remove: async (job: number) => {
      const removing = database.deleteFrom('console_job_item').where('job', '=', job)
      await inParts(await lastOf(database, job), changedAtOnce, (after, upTo) =>
        removing.where('n', '>', after).where('n', '<=', upTo).execute(),
      )
    },

    /** The items of these jobs with a given subject. */
    about: async (subject: string, jobs: readonly number[]): Promise<ReadonlyMap<number, JobItem>> => {
      const items = database.selectFrom('console_job_item').select(['job', ...shown])
      const found = await items
        .where('subject', '=', subject)
        .where('job', 'in', [0, ...jobs])
        .execute()
      return new Map(found.map(({ job, ...row }) => [job, toView(row)]))
    },

    givenOf: (job: number, ns: readonly number[]) =>
      ofJob(job)
        .select(['n', 'subject', 'given'])
        .where(isOneOf(database, sql.ref<number>('n'), ns))
        .execute(),

    page: async (
      { id, ...counts }: Pick<JobRecord, 'id' | ItemOutcome>,
      { outcome, search, finding, page, limit }: Filter,
    ): Promise<{ rows: JobItem[]; total: number }> => {
      const all = totalOf(counts)
      const known = search || finding ? undefined : outcome ? counts[outcome] : all
      let wanted = ofJob(id)
      if (outcome) wanted = wanted.where('outcome', '=', outcome)
      if (search) {
        const inSubject = contains(database, sql.ref<string>('searched'), search.toLowerCase())
        const inRemark = containsAnyCase(database, sql.ref<string>('remark'), search)
        wanted = wanted.where((row) => row.or([inSubject, inRemark]))
      }
      if (finding) {
        const remarks = sql<string>`${findingSeparator} || remark || ${findingSeparator}`
        wanted = wanted.where(contains(database, remarks, findingSeparator + finding + findingSeparator))
      }
      const ordered = wanted.select(shown).orderBy('n').limit(limit)
      const after = page * limit
      // For a complete list with consecutive numbers, a page is found by number, without reading preceding rows.
      const isNumbered = known === all && (await lastOf(database, id)) === all
      const part = isNumbered ? ordered.where('n', '>', after) : ordered.offset(after)
      const [found, total] = await Promise.all([part.execute(), known ?? countOf(wanted)])
      return { rows: found.map(toView), total }
    },
  }
}

const shown = [
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
] as const
const toView = ({ sent_at, changed_at, ...item }: Pick<Row, (typeof shown)[number]>): JobItem =>
  Object.assign(item, sent_at !== null && { sentAt: sent_at }, { changedAt: changed_at })

const inTurn = (transaction: Changing, job: number, turn: string) =>
  transaction
    .updateTable('console_job')
    .set({ changed_at: Date.now() })
    .where('id', '=', job)
    .where('turn', '=', turn)
    .where('state', '=', 'running')
    .returning(standing)
    .executeTakeFirst()

const standing = ['state', 'why_code', 'why_message'] as const
type Standing = Pick<JobRecord, (typeof standing)[number]>

/** A running job with a reason was stopped or not approved: sent items are followed up, no others are sent. */
const isEnding = ({ state, why_code }: Standing) => state === 'ended' || (state === 'running' && why_code !== '')

/** Items that would wait for a retry or their next step are skipped if nothing more is sent. */
const unsent = <T extends { outcome: ItemOutcome; remark: string }>(row: Standing | undefined, ending: T) =>
  row && ending.outcome === 'waiting' && isEnding(row)
    ? { ...ending, outcome: 'skipped' as const, remark: row.why_message }
    : ending

const lastOf = async (db: Kysely<ConsoleTables>, job: number) => {
  const items = db.selectFrom('console_job_item').where('job', '=', job)
  return (await items.select(({ fn }) => fn.max('n').as('last')).executeTakeFirst())?.last ?? 0
}

const countOf = async (items: SelectQueryBuilder<ConsoleTables, 'console_job_item', object>) =>
  (await items.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count

const more = (outcome: ItemOutcome, items: number) => ({ [outcome]: sql<number>`${sql.ref(outcome)} + ${items}` })

async function count(transaction: Changing, job: number, from: ItemOutcome, to: ItemOutcome, items: number) {
  if (items === 0 || from === to) return
  const change = { ...more(from, -items), ...more(to, items) }
  await transaction.updateTable('console_job').set(change).where('id', '=', job).execute()
}

const isIn = (db: Changing, items: readonly { n: number }[]) =>
  isOneOf(
    db,
    sql.ref<number>('n'),
    items.map(({ n }) => n),
  )
