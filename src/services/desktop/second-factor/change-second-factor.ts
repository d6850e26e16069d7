import type { Transaction } from 'kysely'
import type { SecondFactor } from '#contract/desktop/account.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'

const ofTheOneBefore = ['authenticator', 'authenticator_offer', 'otp_attempt', 'remembered_device'] as const

/** Changes the second factor, and discards the previous one's data. */
export async function changeSecondFactor(
  transaction: Transaction<DesktopTables>,
  accountId: number,
  second_factor: SecondFactor,
) {
  for (const table of ofTheOneBefore) await transaction.deleteFrom(table).where('account_id', '=', accountId).execute()
  await transaction.updateTable('account').set({ second_factor }).where('id', '=', accountId).execute()
}
