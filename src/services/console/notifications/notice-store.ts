import { randomUUID } from 'node:crypto'
import { setImmediate as otherWork } from 'node:timers/promises'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Notice, NoticeState } from '#contract/console/notifications.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { NotificationTables } from './tables.ts'
import { isWebhook, recipientPrefix } from './webhook-store.ts'

export type NoticeStore = ReturnType<typeof noticeStore>
export type NewNotice = Pick<
  NoticeRow,
  'event' | 'certificate' | 'certificate_id' | 'label' | 'detail' | 'page' | 'expires_at' | 'days' | 'recipient'
> & {
  /** Time to send; immediately by default. */
  at?: number
}
type NoticeRow = Selectable<NotificationTables['console_notice']>

type Filter = { state?: NoticeState | undefined; isUndelivered?: boolean | undefined; page: number; limit: number }
/** States in which only a user can send again. */
const undelivered: NoticeState[] = ['failed', 'unknown']

const keptMs = 400 * 86_400_000
/** Notices sent together, within SQLite's parameter limit. */
const maxAtOnce = 100
const maxOfOne = 20
/** Notices changed before other work continues. */
const changedAtOnce = 50
const dayMs = 86_400_000

/** Stored notices. Times are those of `clock`. */
export function noticeStore(database: Kysely<ConsoleTables>, clock: () => number) {
  const notices = () => database.updateTable('console_notice')
  const change = (
    from: NoticeState[],
    to: Partial<Pick<NoticeRow, 'state' | 'why' | 'attempts' | 'next_at' | 'claim'>>,
  ) =>
    notices()
      .set({ ...to, changed_at: clock() })
      .where('state', 'in', from)

  return {
    list: async (
      site: string,
      { state, isUndelivered = false, page, limit }: Filter,
      events: readonly Notice['event'][],
    ) => {
      if (events.length === 0) return { rows: [], total: 0 }
      let found = database
        .selectFrom('console_notice')
        .where('site', '=', site)
        .where('event', 'in', [...events])
      if (state !== undefined) found = found.where('state', '=', state)
      if (isUndelivered) found = found.where('state', 'in', undelivered)
      const counted = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirst()
      const rows = await found
        .selectAll()
        .orderBy('id', 'desc')
        .offset(page * limit)
        .limit(limit)
        .execute()
      return { rows: rows.map(toView), total: counted?.total ?? 0 }
    },

    /** Latest notices of a certificate, newest first. */
    listOf: async (site: string, certificateId: string) => {
      const found = database.selectFrom('console_notice').selectAll().where('site', '=', site)
      const rows = await found
        .where('certificate_id', '=', certificateId)
        .orderBy('id', 'desc')
        .limit(maxOfOne)
        .execute()
      return rows.map(toView)
    },

    /** Latest notices about a page and those below it, newest first. */
    listAbout: async (site: string, page: string, events: readonly Notice['event'][]) => {
      const base = page.replace(/\/$/, '')
      const found = database.selectFrom('console_notice').selectAll().where('site', '=', site)
      const rows = await found
        .where((row) => row.or([row('page', 'in', [page, base]), liesBelow(base)]))
        .orderBy('id', 'desc')
        .limit(maxOfOne)
        .execute()
      return rows.filter(({ event }) => events.includes(event)).map(toView)
    },

    /** Replaces the pending notices of a rule: adds new ones without duplicates, and skips those no longer needed. */
    want: async (site: string, rule: number, wanted: readonly NewNotice[], notNeeded: string) => {
      const now = clock()
      for await (const { at = now, ...one } of unhurried(wanted)) {
        const fresh = { state: 'waiting' as const, why: '', attempts: 0, claim: '', next_at: at, changed_at: now }
        await database
          .insertInto('console_notice')
          .values({ ...one, site, rule, ...fresh, created_at: now })
          .onConflict((conflict) =>
            conflict
              .columns(['site', 'certificate', 'days', 'recipient'])
              .doUpdateSet(fresh)
              .where('console_notice.state', '=', 'skipped'),
          )
          .execute()
      }
      const keys = new Set(wanted.map(keyOf))
      const waiting = await database
        .selectFrom('console_notice')
        .select(['id', 'certificate', 'days', 'recipient'])
        .where('site', '=', site)
        .where('rule', '=', rule)
        .where('state', '=', 'waiting')
        .execute()
      for await (const row of unhurried(waiting))
        if (!keys.has(keyOf(row)))
          await change(['waiting'], { state: 'skipped', why: notNeeded }).where('id', '=', row.id).execute()
    },

    /** Forgets resolved notices after a day, so that a recurrence is reported again. */
    forget: async (site: string, rule: number, wanted: readonly Pick<NewNotice, 'certificate'>[]) => {
      const standing = new Set(wanted.map(({ certificate }) => certificate))
      const told = await database
        .selectFrom('console_notice')
        .select(['id', 'certificate'])
        .where('site', '=', site)
        .where('rule', '=', rule)
        .where('state', 'not in', ['waiting', 'sending'])
        .where('certificate', 'not like', 'over %')
        .where('changed_at', '<', clock() - dayMs)
        .execute()
      for await (const { id, certificate } of unhurried(told))
        if (!standing.has(certificate))
          await notices()
            .set({ certificate: `over ${id} ${certificate}` })
            .where('id', '=', id)
            .execute()
    },

    muted: async (site: string): Promise<Map<string, { by: string; at: number }>> => {
      const rows = await database.selectFrom('console_notice_mute').selectAll().where('site', '=', site).execute()
      return new Map(rows.map(({ page, user_name, at }) => [page, { by: user_name, at }]))
    },
    mute: async (site: string, page: string, by: string) => {
      await database
        .insertInto('console_notice_mute')
        .values({ site, page, user_name: by, at: clock() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    unmute: async (site: string, page: string) => {
      await database.deleteFrom('console_notice_mute').where('site', '=', site).where('page', '=', page).execute()
    },

    /**
     * Claims the due notices of a recipient under these rules, so that no other process sends them. Webhooks get them
     * individually, except under daily rules.
     */
    claim: async (
      site: string,
      { byMail, rules, daily }: { byMail: boolean; rules: readonly number[]; daily: readonly number[] },
    ): Promise<NoticeRow[]> => {
      const due = () =>
        database
          .selectFrom('console_notice')
          .where('site', '=', site)
          .where('state', '=', 'waiting')
          .where('rule', 'in', [...rules])
          .where('next_at', '<=', clock())
          .$if(!byMail, (query) => query.where('recipient', 'like', `${recipientPrefix}%`))
      const first = await due().select(['recipient', 'rule']).orderBy('id').executeTakeFirst()
      if (!first) return []
      const isDigest = daily.includes(first.rule)
      const rows = await due()
        .select('id')
        .where('recipient', '=', first.recipient)
        .$if(isWebhook(first.recipient), (query) => query.where('rule', 'in', isDigest ? [...daily] : [first.rule]))
        .orderBy('expires_at')
        .orderBy('id')
        .limit(isWebhook(first.recipient) && !isDigest ? 1 : maxAtOnce)
        .execute()
      const claim = randomUUID()
      await change(['waiting'], { state: 'sending', claim })
        .set((row) => ({ attempts: row('attempts', '+', 1) }))
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
      return database
        .selectFrom('console_notice')
        .selectAll()
        .where('claim', '=', claim)
        .orderBy('expires_at')
        .execute()
    },

    /** Updates the notices of a claim. */
    settle: async (claim: string, state: NoticeState, why: string, nextAt = 0) => {
      await change(['sending'], { state, why, next_at: nextAt, claim: '' }).where('claim', '=', claim).execute()
    },

    /** Marks claimed notices of processes that have ended. */
    giveUpBefore: async (before: number) => {
      const why = 'The console stopped while sending this notification. It may have arrived.'
      await change(['sending'], { state: 'unknown', why, claim: '' }).where('changed_at', '<', before).execute()
    },

    /** False unless failed or unknown. */
    again: async (site: string, id: number): Promise<boolean> => {
      const { numUpdatedRows } = await change(undelivered, {
        state: 'waiting',
        attempts: 0,
        next_at: 0,
        why: '',
      })
        .where('site', '=', site)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    purge: async () => {
      await database
        .deleteFrom('console_notice')
        .where('changed_at', '<', clock() - keptMs)
        .execute()
    },
  }
}

/** Yields to the event loop in between, which SQLite blocks. */
async function* unhurried<T>(rows: readonly T[]): AsyncGenerator<T> {
  for (const [at, row] of rows.entries()) {
    if (at % changedAtOnce === changedAtOnce - 1) await otherWork()
    yield row
  }
}

/** Without LIKE, since addresses may contain wildcards. */
const liesBelow = (page: string) => sql<boolean>`substr(page, 1, ${page.length + 1}) in (${`${page}/`}, ${`${page}?`})`

const keyOf = ({ certificate, days, recipient }: Pick<NewNotice, 'certificate' | 'days' | 'recipient'>) =>
  `${certificate} ${days} ${recipient}`

const toView = (row: NoticeRow): Notice => ({
  id: row.id,
  event: row.event,
  about: row.label,
  text: row.detail,
  page: row.page,
  certificateId: row.certificate_id,
  ...(row.event === 'certificate' && { expiresAt: row.expires_at }),
  days: row.days,
  recipient: row.recipient,
  state: row.state,
  why: row.why,
  attempts: row.attempts,
  createdAt: row.created_at,
  changedAt: row.changed_at,
  ...(row.state === 'waiting' && row.next_at > 0 && { nextAt: row.next_at }),
})
