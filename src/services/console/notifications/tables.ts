import type { Generated, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { LookState, NoticeState } from '#contract/console/notifications.ts'
import type { WebhookForm } from '#contract/console/webhooks.ts'
import { ascendingKey } from '#platform/database/differences.ts'

/** Times are epoch milliseconds. */
export type NotificationTables = {
  /** The rule of a site, and what its last look found. */
  console_notification: {
    site: string
    is_on: number
    /** Both as JSON. */
    days: string
    recipients: string
    user_name: string
    changed_at: number
    look_state: LookState
    look_message: string
    looked_at: number
    expiring: number
  }
  /** One per certificate, step and recipient, for as long as it is remembered. */
  console_notice: {
    id: Generated<number>
    site: string
    /** Which certificate, as a digest: another one with the same number has another. */
    certificate: string
    certificate_id: string
    label: string
    expires_at: number
    days: number
    recipient: string
    state: NoticeState
    why: string
    attempts: number
    /** Whose mail it goes with. */
    claim: string
    next_at: number
    created_at: number
    changed_at: number
  }
  /** Where notices go beside mail. */
  console_webhook: {
    id: Generated<number>
    site: string
    name: string
    form: WebhookForm
    /** Of the address, whose rest may be a secret. */
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
}
