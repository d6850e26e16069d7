import type { Kysely } from 'kysely'
import type { IdentityTables } from './tables.ts'

export type Consents = ReturnType<typeof consentStore>
type Who = { accountId: number; clientId: string }

/** Earlier consents, which skip the consent page for the same client and scopes. */
export const consentStore = (db: Kysely<IdentityTables>) => ({
  async covers({ accountId, clientId }: Who, scopes: readonly string[]): Promise<boolean> {
    const rows = await db
      .selectFrom('oauth_consent')
      .select('scope')
      .where('account_id', '=', accountId)
      .where('client_id', '=', clientId)
      .execute()
    const given = new Set(rows.map(({ scope }) => scope))
    return scopes.every((scope) => given.has(scope))
  },

  async remember({ accountId, clientId }: Who, scopes: readonly string[]) {
    await db
      .insertInto('oauth_consent')
      .values(scopes.map((scope) => ({ account_id: accountId, client_id: clientId, scope })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
})
