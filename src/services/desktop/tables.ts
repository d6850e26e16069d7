import type { Kysely } from 'kysely'
import type { SecondFactor } from '#contract/desktop/account.ts'
import type { GuessRow } from '#platform/limits/guess-table.ts'
import type { KnownPlaceRow } from '#platform/limits/known-places.ts'
import type { SetUpTables } from './administration/tables.ts'
import type { Role } from './roles.ts'
import type { SecondFactorTables } from './second-factor/tables.ts'

export type DesktopTables = {
  account: {
    id: number
    /** Normalized: letter case, blanks and Unicode form are ignored. */
    name: string
    email: string
    phone_number: string | null
    role: Role
    password_hash: string
    second_factor: SecondFactor
    /** 1: sign-in is rejected, and existing access revoked. */
    disabled: number
  }
  /** Stored as SHA-256. */
  token: { hash: string; account_id: number; used_at: number }
  sign_in_guess: GuessRow
  sign_in_place: KnownPlaceRow
} & SecondFactorTables &
  SetUpTables

export async function createDesktopTables(db: Kysely<unknown>) {
  const { schema } = db
  await schema
    .createTable('account')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('phone_number', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('second_factor', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('token')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('otp_attempt')
    .addColumn('uid_hash', 'text', (column) => column.primaryKey())
    // One attempt per account: a new sign-in invalidates the previous code.
    .addColumn('account_id', 'integer', (column) =>
      column.notNull().unique().references('account.id').onDelete('cascade'),
    )
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('failure')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('locked_until', 'bigint', (column) => column.notNull())
    .execute()
}
