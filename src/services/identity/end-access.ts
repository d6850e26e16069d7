import type { Transaction } from 'kysely'
import type { IdentityTables } from './tables.ts'

/** End browser sessions, unused codes and application grants of an account, but for the grant that is in use. */
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
