import type { Kysely } from 'kysely'
import { accessTokenScheme, tokenTypes } from '#contract/identity/tokens.ts'
import type { Account } from '#services/desktop/accounts.ts'
import { permissionsOf } from '#services/desktop/roles.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import type { Caller } from '#services/router.ts'
import { sha256 } from '#services/secret.ts'
import { scopesOf } from './codes.ts'
import type { IdentityTables } from './tables.ts'

type Db = Kysely<IdentityTables & DesktopTables>
type Holder = { account: Account; scopes: readonly string[]; client: string; grant: string }

/** Account and scopes of an access token. */
async function holderOf(db: Db, token: string): Promise<Holder | undefined> {
  const row = await db
    .selectFrom('oauth_access_token')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_access_token.grant_id')
    .innerJoin('account', 'account.id', 'oauth_grant.account_id')
    .selectAll('account')
    .select(['oauth_access_token.scopes', 'oauth_grant.client_id', 'oauth_access_token.grant_id'])
    .where('oauth_access_token.hash', '=', sha256(token))
    .where('oauth_access_token.expires_at', '>', Date.now())
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
  if (!row) return undefined
  const { scopes, client_id, grant_id, ...account } = row
  return { account, scopes: scopesOf({ scopes }), client: client_id, grant: grant_id }
}

/** Scheme, one space, token. Schemes are case-insensitive (RFC 9110, 11.1). */
const tokenAfter = (schemes: readonly string[], header: string) => {
  const [scheme = '', token, more] = header.split(' ')
  const known = schemes.some((name) => name.toLowerCase() === scheme.toLowerCase())
  return known && token && more === undefined ? token : undefined
}

/** The caller by access token, limited by both the account's permissions and the scopes. */
export async function callerByAccessToken(db: Db, header: string): Promise<Caller | undefined> {
  const token = tokenAfter([accessTokenScheme], header)
  const holder = token === undefined ? undefined : await holderOf(db, token)
  if (!holder) return undefined
  const { read, write, admin } = permissionsOf(holder.account.role)
  return {
    name: holder.account.name,
    permissions: [...read, ...write, ...admin],
    scopes: holder.scopes,
    client: holder.client,
    grant: holder.grant,
  }
}

/** In the form accepted by the identity provider itself. */
export async function findHolder(db: Db, header: string): Promise<Holder | undefined> {
  const token = tokenAfter([accessTokenScheme, tokenTypes.selfClient], header)
  return token === undefined ? undefined : holderOf(db, token)
}
