import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import {
  type LookState,
  type NotificationRule,
  type Notice,
  type NoticeState,
  usualDays,
} from '#contract/console/notifications.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { NotificationTables } from './tables.ts'
import { isWebhook, recipientPrefix } from './webhook-store.ts'

export type NoticeStore = ReturnType<typeof noticeStore>
export type Wanted = Pick<
  NotificationTables['console_notice'],
  'certificate' | 'certificate_id' | 'label' | 'expires_at' | 'days' | 'recipient'
>
type NoticeRow = Selectable<NotificationTables['console_notice']>
type Look = { state: LookState; message: string; expiring: number }

const keptMs = 400 * 86_400_000
/** What is sent at once; SQLite takes so many values in a statement, too. */
const mostAtOnce = 100
const mostOfOne = 20

/** The rules of all sites, and what was told. Times are those of `clock`. */
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
    ruleOf: async (site: string) =>
      viewOf(await database.selectFrom('console_notification').selectAll().where('site', '=', site).executeTakeFirst()),

    isAnyOn: async () =>
      (await database.selectFrom('console_notification').select('site').where('is_on', '=', 1).executeTakeFirst()) !==
      undefined,

    saveRule: async (site: string, by: string, rule: Pick<NotificationRule, 'isOn' | 'days' | 'recipients'>) => {
      const values = {
        is_on: rule.isOn ? 1 : 0,
        days: JSON.stringify(rule.days),
        recipients: JSON.stringify(rule.recipients),
        user_name: by,
        changed_at: clock(),
      }
      await database
        .insertInto('console_notification')
        .values({ site, ...values, ...noLook })
        .onConflict((conflict) => conflict.column('site').doUpdateSet(values))
        .execute()
    },

    saveLook: async (site: string, { state, message, expiring }: Look) => {
      const values = { look_state: state, look_message: message, looked_at: clock(), expiring }
      await database.updateTable('console_notification').set(values).where('site', '=', site).execute()
    },

    list: async (
      site: string,
      { state, page, limit }: { state?: NoticeState | undefined; page: number; limit: number },
    ) => {
      let found = database.selectFrom('console_notice').where('site', '=', site)
      if (state !== undefined) found = found.where('state', '=', state)
      const counted = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirst()
      const rows = await found
        .selectAll()
        .orderBy('id', 'desc')
        .offset(page * limit)
        .limit(limit)
        .execute()
      return { rows: rows.map(toView), total: counted?.total ?? 0 }
    },

    /** The last of one certificate, newest first. */
    listOf: async (site: string, certificateId: string) => {
      const found = database.selectFrom('console_notice').selectAll().where('site', '=', site)
      const rows = await found
        .where('certificate_id', '=', certificateId)
        .orderBy('id', 'desc')
        .limit(mostOfOne)
        .execute()
      return rows.map(toView)
    },

    /** What waits is what is wanted now: nothing is added twice, and what nobody has to be told any more is skipped. */
    want: async (site: string, wanted: readonly Wanted[]) => {
      const now = clock()
      for (const one of wanted) {
        const fresh = { state: 'waiting' as const, why: '', attempts: 0, claim: '', next_at: now, changed_at: now }
        await database
          .insertInto('console_notice')
          .values({ ...one, site, ...fresh, created_at: now })
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
        .where('state', '=', 'waiting')
        .execute()
      const why = 'No longer needed: a successor is in use, the recipient was removed, or a later step has come.'
      for (const row of waiting)
        if (!keys.has(keyOf(row)))
          await change(['waiting'], { state: 'skipped', why }).where('id', '=', row.id).execute()
    },

    /** Takes what is due for one recipient, one by one for a webhook: from now on nobody else sends it, whatever becomes of this process. */
    claim: async (site: string, { byMail }: { byMail: boolean }): Promise<NoticeRow[]> => {
      const due = () =>
        database
          .selectFrom('console_notice')
          .where('site', '=', site)
          .where('state', '=', 'waiting')
          .where('next_at', '<=', clock())
          .$if(!byMail, (query) => query.where('recipient', 'like', `${recipientPrefix}%`))
      const first = await due().select('recipient').orderBy('id').executeTakeFirst()
      if (!first) return []
      const rows = await due()
        .select('id')
        .where('recipient', '=', first.recipient)
        .orderBy('expires_at')
        .limit(isWebhook(first.recipient) ? 1 : mostAtOnce)
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

    /** Of one claim. */
    settle: async (claim: string, state: NoticeState, why: string, nextAt = 0) => {
      await change(['sending'], { state, why, next_at: nextAt, claim: '' }).where('claim', '=', claim).execute()
    },

    /** Whoever sent these has ended amid it, or would long have been done. */
    giveUpBefore: async (before: number) => {
      const why = 'The console ended while it sent this notice. It may have arrived.'
      await change(['sending'], { state: 'unknown', why, claim: '' }).where('changed_at', '<', before).execute()
    },

    /** False where it is neither failed nor unknown. */
    again: async (site: string, id: number): Promise<boolean> => {
      const { numUpdatedRows } = await change(['failed', 'unknown'], {
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

const keyOf = ({ certificate, days, recipient }: Pick<Wanted, 'certificate' | 'days' | 'recipient'>) =>
  `${certificate} ${days} ${recipient}`

const noLook = { look_state: 'never' as const, look_message: '', looked_at: 0, expiring: 0 }

/** Of a site that nobody has changed anything at, the rule is ready and off. */
function viewOf(row: Selectable<NotificationTables['console_notification']> | undefined) {
  const { look_state, look_message, looked_at, expiring } = row ?? noLook
  const rule: NotificationRule = row
    ? {
        isOn: row.is_on === 1,
        days: JSON.parse(row.days) as number[],
        recipients: JSON.parse(row.recipients) as string[],
        by: row.user_name,
        changedAt: row.changed_at,
      }
    : { isOn: false, days: [...usualDays], recipients: [], by: '' }
  return {
    rule,
    look: { state: look_state, message: look_message, expiring, ...(looked_at > 0 && { at: looked_at }) },
  }
}

const toView = (row: NoticeRow): Notice => ({
  id: row.id,
  certificate: row.label,
  certificateId: row.certificate_id,
  expiresAt: row.expires_at,
  days: row.days,
  recipient: row.recipient,
  state: row.state,
  why: row.why,
  attempts: row.attempts,
  createdAt: row.created_at,
  changedAt: row.changed_at,
  ...(row.state === 'waiting' && row.next_at > 0 && { nextAt: row.next_at }),
})
