import type { Kysely, Selectable } from 'kysely'
import { maxWebhooks, type Webhook, type WebhookForm } from '#contract/console/webhooks.ts'
import { changeAlone } from '#platform/database/differences.ts'
import type { Seal } from '#platform/seal.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { NotificationTables } from './tables.ts'
import type { WebhookTarget } from './webhook-poster.ts'

export type WebhookStore = ReturnType<typeof webhookStore>
type Row = Selectable<NotificationTables['console_webhook']>

/** A webhook among the recipients of a notice; unambiguous, since mailboxes contain no colon. */
export const recipientOf = (webhook: number) => `webhook:${webhook}`
export const isWebhook = (recipient: string) => recipient.startsWith(recipientPrefix)
export const recipientPrefix = 'webhook:'

/** Webhooks of sites. Addresses and secrets are sealed, since an address alone may allow posting to a chat. */
export function webhookStore(database: Kysely<ConsoleTables>, seal: Seal, clock: () => number) {
  const owner = (site: string, what: 'url' | 'secret') => `webhook ${what} of ${site}`
  const ofSite = (site: string) => database.selectFrom('console_webhook').selectAll().where('site', '=', site)
  const sealedUrl = (site: string, url: string) => ({
    host: new URL(url).host,
    sealed_url: seal.close(url, owner(site, 'url')),
  })

  return {
    list: async (site: string): Promise<Webhook[]> => (await ofSite(site).orderBy('id').execute()).map(toView),

    targetOf: async (site: string, id: number): Promise<WebhookTarget | undefined> => {
      const row = await ofSite(site).where('id', '=', id).executeTakeFirst()
      if (!row) return undefined
      const secret = seal.open(row.sealed_secret, owner(site, 'secret'))
      return { url: seal.open(row.sealed_url, owner(site, 'url')), form: row.form, secret }
    },

    /** Undefined if the site has reached its limit. */
    add: (site: string, by: string, { name, ...target }: WebhookTarget & { name: string }) =>
      changeAlone(database, 'console_webhook', async (transaction) => {
        const { count } = await transaction
          .selectFrom('console_webhook')
          .select((row) => row.fn.countAll<number>().as('count'))
          .where('site', '=', site)
          .executeTakeFirstOrThrow()
        if (count >= maxWebhooks) return undefined
        const { id } = await transaction
          .insertInto('console_webhook')
          .values({
            site,
            name,
            form: target.form,
            ...sealedUrl(site, target.url),
            sealed_secret: seal.close(target.secret, owner(site, 'secret')),
            user_name: by,
            changed_at: clock(),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        return id
      }),

    /** False if not found. */
    change: async (site: string, by: string, id: number, { name, url }: { name: string; url?: string | undefined }) => {
      const { numUpdatedRows } = await database
        .updateTable('console_webhook')
        .set({ name, user_name: by, changed_at: clock(), ...(url !== undefined && sealedUrl(site, url)) })
        .where('site', '=', site)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    remove: async (site: string, id: number) => {
      const gone = database.deleteFrom('console_webhook').where('site', '=', site).where('id', '=', id)
      return (await gone.executeTakeFirst()).numDeletedRows > 0n
    },
  }
}

const toView = ({ id, name, form, host, user_name, changed_at }: Row): Webhook => ({
  id,
  name,
  form: form satisfies WebhookForm,
  host,
  by: user_name,
  changedAt: changed_at,
})
