import type { Transaction } from 'kysely'
import type { DesktopTables } from '#services/desktop/tables.ts'
import { endOtherTokens } from '#services/desktop/tokens.ts'
import { endIdentityAccess } from '#services/identity/end-access.ts'
import type { IdentityTables } from '#services/identity/tables.ts'

/** Token and grant of the caller, which remain valid. */
type RemainingAccess = { tokenHash?: string | undefined; grant?: string | undefined }
/** Tokens of a disabled account grant nothing; they remain until it is enabled, so that their refusal names the cause. */
type Revocation = RemainingAccess & { isDisabled?: boolean }

/** Revokes everything that grants access without a password. */
export async function endAccess(transaction: Transaction<DesktopTables>, accountId: number, kept: Revocation = {}) {
  await transaction.deleteFrom('otp_attempt').where('account_id', '=', accountId).execute()
  await transaction.deleteFrom('remembered_device').where('account_id', '=', accountId).execute()
  if (!kept.isDisabled) await endOtherTokens(transaction, accountId, kept.tokenHash)
  await endIdentityAccess(transaction.$extendTables<IdentityTables>(), accountId, kept.grant)
}
