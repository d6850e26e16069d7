import type { Kysely, Selectable } from 'kysely'
import { eventOf, type NoticeEvent, noticeEventNames } from '#contract/console/notice-events.ts'
import type { GivenRule, NoticeRule } from '#contract/console/notice-rules.ts'
import { type CheckState, type NotificationRule, defaultDays } from '#contract/console/notifications.ts'
import { changeAlone } from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { NotificationTables } from './tables.ts'

export type RuleStore = ReturnType<typeof ruleStore>
type Look = { state: CheckState; message: string; expiring: number }
type EventLook = { state: 'done' | 'failed'; message: string; found: number }
type RuleRow = Selectable<NotificationTables['console_notice_rule']>
/** A saved rule. */
export type StandingRule = NoticeRule & { id: number }

/** Notification rules: one for expiring certificates, and any number for other events. */
export function ruleStore(database: Kysely<ConsoleTables>, clock: () => number) {
  const ofSite = (site: string, db: Kysely<ConsoleTables> = database) =>
    db.selectFrom('console_notice_rule').selectAll().where('site', '=', site).orderBy('id')
  const valuesOf = (by: string, rule: GivenRule) => {
    const { event, isOn, filter, days, recipients, webhooks, delivery } = rule
    return {
      event,
      is_on: isOn ? 1 : 0,
      filter,
      days: JSON.stringify(days),
      recipients: JSON.stringify(recipients),
      webhooks: JSON.stringify(webhooks),
      delivery,
      user_name: by,
      changed_at: clock(),
    }
  }
  return {
    ruleOf: async (site: string) =>
      viewOf(await database.selectFrom('console_notification').selectAll().where('site', '=', site).executeTakeFirst()),

    isAnyOn: async () => {
      for (const table of ['console_notification', 'console_notice_rule'] as const)
        if (await database.selectFrom(table).select('site').where('is_on', '=', 1).executeTakeFirst()) return true
      return false
    },

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

    /** Saved rules, and unchanged presets. */
    list: async (site: string): Promise<NoticeRule[]> => {
      const saved = (await ofSite(site).execute()).map(toRule)
      const ready = noticeEventNames.filter(
        (event) => eventOf(event).isReady && !saved.some((rule) => rule.event === event),
      )
      return [...ready.map(readyRule), ...saved]
    },
    standing: async (site: string): Promise<StandingRule[]> => (await ofSite(site).execute()).map(toRule),

    /** Undefined if the site has reached its limit; checked atomically. */
    add: (
      site: string,
      by: string,
      rule: GivenRule,
      hasRoom: (standing: readonly Pick<RuleRow, 'event'>[]) => boolean,
    ): Promise<number | undefined> =>
      changeAlone(database, 'console_notice_rule', async (transaction) => {
        if (!hasRoom(await ofSite(site, transaction).execute())) return undefined
        const fresh = { look_state: 'never', look_message: '', looked_at: 0, found: 0 } as const
        const inserted = transaction
          .insertInto('console_notice_rule')
          .values({ site, ...valuesOf(by, rule), ...fresh })
          .returning('id')
        return (await inserted.executeTakeFirstOrThrow()).id
      }),

    /** False if not found. */
    change: async (site: string, by: string, id: number, rule: GivenRule): Promise<boolean> => {
      const changed = database.updateTable('console_notice_rule').set(valuesOf(by, rule)).where('site', '=', site)
      return (await changed.where('id', '=', id).executeTakeFirst()).numUpdatedRows > 0n
    },

    /** False if not found. */
    remove: async (site: string, id: number): Promise<boolean> => {
      const gone = database.deleteFrom('console_notice_rule').where('site', '=', site).where('id', '=', id)
      return (await gone.executeTakeFirst()).numDeletedRows > 0n
    },

    saveEventLook: async (id: number, { state, message, found }: EventLook) => {
      const values = { look_state: state, look_message: message, looked_at: clock(), found }
      await database.updateTable('console_notice_rule').set(values).where('id', '=', id).execute()
    },
  }
}

const noLook = { look_state: 'never' as const, look_message: '', looked_at: 0, expiring: 0 }

/** Sites without a saved rule get a disabled preset. */
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
    : { isOn: false, days: [...defaultDays], recipients: [], by: '' }
  return {
    rule,
    look: { state: look_state, message: look_message, expiring, ...(looked_at > 0 && { at: looked_at }) },
  }
}

const readyRule = (event: NoticeEvent): NoticeRule => ({
  event,
  isOn: false,
  filter: '',
  days: [...(eventOf(event).steps?.defaults ?? [])],
  recipients: [],
  webhooks: [],
  delivery: 'at-once',
  by: '',
  look: { state: 'never', message: '', found: 0 },
})

const toRule = (row: RuleRow): StandingRule => ({
  id: row.id,
  event: row.event,
  isOn: row.is_on === 1,
  filter: row.filter,
  days: JSON.parse(row.days) as number[],
  recipients: JSON.parse(row.recipients) as string[],
  webhooks: JSON.parse(row.webhooks) as number[],
  delivery: row.delivery,
  by: row.user_name,
  changedAt: row.changed_at,
  look: {
    state: row.look_state,
    message: row.look_message,
    found: row.found,
    ...(row.looked_at > 0 && { at: row.looked_at }),
  },
})
