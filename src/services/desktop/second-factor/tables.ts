import { type Kysely, sql } from 'kysely'
import type { AuthType } from '#contract/desktop/auth-types.ts'

export type SecondFactorTables = {
  /** Sign-ins waiting for a code. */
  otp_attempt: {
    uid_hash: string
    account_id: number
    by: 'mail' | 'authenticator'
    /** For codes by email; otherwise empty. */
    code_hash: string
    /** Secret to be enrolled with the first correct code. */
    sealed_secret: string | null
    auth_type: AuthType
    tries: number
    expires_at: number
  }
  /** Enrolled authenticators. Each time step can be used once. */
  authenticator: { account_id: number; sealed_secret: string; last_step: number }
  /** Authenticators offered to signed-in users, not confirmed yet. */
  authenticator_offer: { account_id: number; sealed_secret: string; expires_at: number }
  /** Remembered devices. The token changes with every use; only its hash is stored. */
  remembered_device: { id: string; account_id: number; hash: string; expires_at: number }
}

export async function createSecondFactorTables(db: Kysely<unknown>) {
  const { schema } = db
  const ofAccount = sql`integer references account(id) on delete cascade`
  await schema
    .alterTable('account')
    .addColumn('disabled', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // SQLite adds one column per statement.
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
