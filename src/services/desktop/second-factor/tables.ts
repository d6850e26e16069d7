import { type Kysely, sql } from 'kysely'
import type { AuthType } from '#contract/desktop/auth-types.ts'

export type SecondFactorTables = {
  /** A sign-in that waits for its code. */
  otp_attempt: {
    uid_hash: string
    account_id: number
    by: 'mail' | 'authenticator'
    /** Of a code by mail; empty otherwise. */
    code_hash: string
    /** The first time with an authenticator: what its first right code enrolls. */
    sealed_secret: string | null
    auth_type: AuthType
    tries: number
    expires_at: number
  }
  /** An authenticator application that has proven itself. Each step of its clock counts once. */
  authenticator: { account_id: number; sealed_secret: string; last_step: number }
  /** One that has not yet: made by somebody who is signed in. */
  authenticator_offer: { account_id: number; sealed_secret: string; expires_at: number }
  /** What it holds changes with every use; only its hash is kept. */
  remembered_device: { id: string; account_id: number; hash: string; expires_at: number }
}

export async function createSecondFactorTables(db: Kysely<unknown>) {
  const { schema } = db
  const ofAccount = sql`integer references account(id) on delete cascade`
  await schema
    .alterTable('account')
    .addColumn('disabled', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // SQLite adds one column at a time.
  for (const [name, first] of [
    ['by', 'mail'],
    ['auth_type', 'local_authentication'],
  ] as const) {
    await schema
      .alterTable('otp_attempt')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(first))
      .execute()
  }
  await schema.alterTable('otp_attempt').addColumn('sealed_secret', 'text').execute()
  await schema
    .createTable('authenticator')
    .addColumn('account_id', ofAccount, (column) => column.primaryKey())
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('authenticator_offer')
    .addColumn('account_id', ofAccount, (column) => column.primaryKey())
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('remembered_device')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', ofAccount, (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('remembered_device_of').on('remembered_device').columns(['account_id']).execute()
}
