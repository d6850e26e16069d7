import type { Transaction } from 'kysely'
import type { IdentityTables } from './tables.ts'

/** Ends browser sessions, unused codes and grants of an account, except for the current grant. */
export async function endIdentityAccess(
  transaction: Transaction<IdentityTables>,
  accountId: number,
  keptGrant: string | undefined,
) {
  await transaction.deleteFrom('identity_session').where('account_id', '=', accountId).execute()
  const grants = transaction.deleteFrom('oauth_grant').where('account_id', '=', accountId)
  const codes = transaction.deleteFrom('oauth_code').where('account_id', '=', accountId)
  if (keptGrant === undefined) {
    await codes.execute()
    await grants.execute()
    return
  }
  await codes.where('grant_id', '!=', keptGrant).execute()
  await grants.where('id', '!=', keptGrant).execute()
}
