import type { Generated, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Delivery } from '#contract/console/notice-rules.ts'
import type { NoticeEvent } from '#contract/console/notice-events.ts'
import type { CheckState, NoticeState } from '#contract/console/notifications.ts'
import type { WebhookForm } from '#contract/console/webhooks.ts'
import { ascendingKey } from '#platform/database/differences.ts'

/** Times are epoch milliseconds. */
export type NotificationTables = {
  /** Certificate rule of a site, with the result of its last check. */
  console_notification: {
    site: string
    is_on: number
    /** Both as JSON. */
    days: string
    recipients: string
    user_name: string
    changed_at: number
    look_state: CheckState
    look_message: string
    looked_at: number
    expiring: number
  }
  /** One row per subject, step and recipient, until forgotten. */
  console_notice: {
    id: Generated<number>
    site: string
    event: Generated<'certificate' | NoticeEvent>
    /** 0 for the certificate rule. */
    rule: Generated<number>
    /**
     * Digest of a certificate, which differs if its ID is reused. For other events, the event and its rule; marked when
     * resolved, so that it can recur.
     */
    certificate: string
    certificate_id: string
    /** Text beyond the label. */
    detail: Generated<string>
    /** Address of the subject's page; empty for certificates. */
    page: Generated<string>
    label: string
    expires_at: number
    days: number
    recipient: string
    state: NoticeState
    why: string
    attempts: number
    /** ID of the message in which it is sent. */
    claim: string
    next_at: number
    created_at: number
    changed_at: number
  }
  /** Other notification rules, with results of their last check. */
  console_notice_rule: {
    id: Generated<number>
    site: string
    event: NoticeEvent
    is_on: number
    filter: string
    /** These three as JSON. */
    days: string
    recipients: string
    webhooks: string
    delivery: Delivery
    user_name: string
    changed_at: number
    look_state: 'never' | 'done' | 'failed'
    look_message: string
    looked_at: number
    found: number
  }
  /** Muted pages. */
  console_notice_mute: { site: string; page: string; user_name: string; at: number }
  /** Webhooks. */
  console_webhook: {
    id: Generated<number>
    site: string
    name: string
    form: WebhookForm
    /** Host of the address; the rest may be secret. */
    host: string
    sealed_url: string
    sealed_secret: string
    user_name: string
    changed_at: number
  }
}

export const notificationMigrations: Record<string, Migration> = {
  console_035_notification: {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database
      let rule = schema
        .createTable('console_notification')
        .addColumn('site', 'text', (column) => column.primaryKey())
        .addColumn('is_on', 'integer', (column) => column.notNull())
      for (const name of ['days', 'recipients', 'user_name', 'look_state', 'look_message'])
        rule = rule.addColumn(name, 'text', (column) => column.notNull())
      for (const name of ['changed_at', 'looked_at', 'expiring'])
        rule = rule.addColumn(name, 'bigint', (column) => column.notNull())
      await rule.execute()
      let notice = schema
        .createTable('console_notice')
        .addColumn('id', ascendingKey(database), (column) => column.primaryKey())
      for (const name of ['site', 'certificate', 'certificate_id', 'label', 'recipient', 'state', 'why', 'claim'])
        notice = notice.addColumn(name, 'text', (column) => column.notNull())
      for (const name of ['expires_at', 'days', 'attempts', 'next_at', 'created_at', 'changed_at'])
        notice = notice.addColumn(name, 'bigint', (column) => column.notNull())
      await notice.execute()
      const index = (name: string, columns: string[]) =>
        schema.createIndex(`console_notice_${name}`).on('console_notice').columns(columns)
      await index('once', ['site', 'certificate', 'days', 'recipient']).unique().execute()
      await index('state', ['site', 'state', 'id']).execute()
    },
  },
  console_039_webhook: {
    up: async (database: Kysely<unknown>) => {
      let webhook = database.schema
        .createTable('console_webhook')
        .addColumn('id', ascendingKey(database), (column) => column.primaryKey())
      for (const name of ['site', 'name', 'form', 'host', 'sealed_url', 'sealed_secret', 'user_name'])
        webhook = webhook.addColumn(name, 'text', (column) => column.notNull())
      await webhook.addColumn('changed_at', 'bigint', (column) => column.notNull()).execute()
      await database.schema.createIndex('console_webhook_site').on('console_webhook').columns(['site', 'id']).execute()
    },
  },
  console_052_notice_rule: {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database
      const notice = () => schema.alterTable('console_notice')
      await notice()
        .addColumn('event', 'text', (column) => column.notNull().defaultTo('certificate'))
        .execute()
      await notice()
        .addColumn('rule', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      for (const name of ['detail', 'page'])
        await notice()
          .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
          .execute()
      await schema.createIndex('console_notice_page').on('console_notice').columns(['site', 'page', 'id']).execute()
      let rule = schema
        .createTable('console_notice_rule')
        .addColumn('id', ascendingKey(database), (column) => column.primaryKey())
        .addColumn('is_on', 'integer', (column) => column.notNull())
      for (const name of ['site', 'event', 'filter', 'days', 'recipients', 'webhooks', 'delivery', 'user_name'])
        rule = rule.addColumn(name, 'text', (column) => column.notNull())
      for (const name of ['look_state', 'look_message'])
        rule = rule.addColumn(name, 'text', (column) => column.notNull())
      for (const name of ['changed_at', 'looked_at', 'found'])
        rule = rule.addColumn(name, 'bigint', (column) => column.notNull())
      await rule.execute()
      await schema.createIndex('console_notice_rule_site').on('console_notice_rule').columns(['site', 'id']).execute()
      await schema
        .createTable('console_notice_mute')
        .addColumn('site', 'text', (column) => column.notNull())
        .addColumn('page', 'text', (column) => column.notNull())
        .addColumn('user_name', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('console_notice_mute_primary', ['site', 'page'] as never)
        .execute()
    },
  },
}
