import type { Generated, Kysely } from 'kysely'
import { ascendingKey } from '#platform/database/differences.ts'

export type MailTables = {
  mail: { id: Generated<number>; account: string; recipient: string; subject: string; text: string; sent_at: number }
}
/** `account`: that of the recipient, or the part of the product that sent it. */
export type LabMail = { account: string; to: string; subject: string; text: string }
const keptMails = 200

export async function createMailTable(db: Kysely<unknown>) {
  await db.schema
    .createTable('mail')
    .addColumn('id', ascendingKey(db), (column) => column.primaryKey())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .execute()
}

/** Keeps the newest emails. */
export const purgeMails = (db: Kysely<MailTables>) =>
  db
    .deleteFrom('mail')
    .where('id', '<=', (eb) => eb.selectFrom('mail').select('id').orderBy('id', 'desc').offset(keptMails).limit(1))
    .execute()

/** The lab's mailbox: emails do not leave the machine and can be read here. */
export const mailbox = (db: Kysely<MailTables>) => ({
  async send({ to, ...mail }: LabMail) {
    await db
      .insertInto('mail')
      .values({ ...mail, recipient: to, sent_at: Date.now() })
      .execute()
  },

  /** Newest first. The text precedes the time, so that the first digits are the code. */
  async read() {
    const mails = await db
      .selectFrom('mail')
      .select(['account', 'recipient', 'subject', 'text', 'sent_at'])
      .orderBy('id', 'desc')
      .limit(keptMails)
      .execute()
    return mails.map(({ account, recipient, subject, text, sent_at }) => ({
      account,
      to: recipient,
      subject,
      text,
      sent_at: new Date(sent_at).toISOString(),
    }))
  },
})
