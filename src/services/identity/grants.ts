import type { Kysely, Transaction } from 'kysely'
import { accessTokenLifeSeconds, accessTokensPerGrant, refreshTokensPerUser } from '#contract/identity/tokens.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import { randomSecret, sha256 } from '#services/secret.ts'
import type { Code } from './codes.ts'
import type { IdentityTables } from './tables.ts'

type Tables = IdentityTables & DesktopTables
type Db = Kysely<Tables>
export type Issued = { accessToken: string; refreshToken?: string; scopes: readonly string[] }

/** Redeems a code for an access token with these scopes. Undefined if it was redeemed concurrently. */
export const redeem = (db: Db, code: Code, asked: readonly string[]): Promise<Issued | undefined> =>
  db.transaction().execute(async (tx) => {
    await lockAccount(tx, code.account_id)
    const now = Date.now()
    const claimed = await tx
      .updateTable('oauth_code')
      .set({ redeemed_at: now })
      .where('hash', '=', code.hash)
      .where('redeemed_at', 'is', null)
      .returning('hash')
      .executeTakeFirst()
    if (!claimed) return undefined
    const refreshToken = code.refreshable ? randomSecret() : undefined
    const { grant_id: id, client_id, account_id, scopes } = code
    const refresh_hash = refreshToken === undefined ? null : sha256(refreshToken)
    await tx
      .insertInto('oauth_grant')
      .values({ id, client_id, account_id, scopes, refresh_hash, used_at: now })
      .execute()
    if (refreshToken !== undefined) await endOldest(tx, account_id)
    const accessToken = await issueAccessToken(tx, id, asked)
    return { accessToken, scopes: asked, ...(refreshToken !== undefined && { refreshToken }) }
  })

/** Serializes counting an account's grants. */
const lockAccount = (tx: Transaction<Tables>, accountId: number) =>
  tx
    .updateTable('account')
    .set((row) => ({ email: row.ref('email') }))
    .where('id', '=', accountId)
    .execute()

/** mobile-device-management, Limits: the oldest is deleted on overflow, even if in use. */
const endOldest = (tx: Transaction<Tables>, accountId: number) =>
  tx
    .deleteFrom('oauth_grant')
    .where('account_id', '=', accountId)
    .where('refresh_hash', 'is not', null)
    .where('number', '<=', (row) =>
      row
        .selectFrom('oauth_grant')
        .select('number')
        .where('account_id', '=', accountId)
        .where('refresh_hash', 'is not', null)
        .orderBy('number', 'desc')
        .offset(refreshTokensPerUser)
        .limit(1),
    )
    .execute()

/** The grant of a refresh token, of this client or any. */
export const findGrant = (db: Kysely<IdentityTables>, clientId: string | undefined, refreshToken: string) =>
  db
    .selectFrom('oauth_grant')
    .innerJoin('oauth_code', 'oauth_code.grant_id', 'oauth_grant.id')
    .selectAll('oauth_grant')
    .select('oauth_code.requested')
    .where('refresh_hash', '=', sha256(refreshToken))
    .$if(clientId !== undefined, (query) => query.where('oauth_grant.client_id', '=', clientId ?? ''))
    .executeTakeFirst()

/** Issues another access token of a grant. Undefined if the grant has ended. */
export const refresh = (db: Db, grantId: string, scopes: readonly string[]): Promise<string | undefined> =>
  db.transaction().execute(async (tx) => {
    const alive = await tx
      .updateTable('oauth_grant')
      .set({ used_at: Date.now() })
      .where('id', '=', grantId)
      .returning('id')
      .executeTakeFirst()
    return alive && issueAccessToken(tx, grantId, scopes)
  })

async function issueAccessToken(tx: Transaction<Tables>, grantId: string, scopes: readonly string[]) {
  const now = Date.now()
  const token = randomSecret()
  await tx.deleteFrom('oauth_access_token').where('grant_id', '=', grantId).where('expires_at', '<=', now).execute()
  await tx
    .deleteFrom('oauth_access_token')
    .where('hash', 'in', (row) =>
      row
        .selectFrom('oauth_access_token')
        .select('hash')
        .where('grant_id', '=', grantId)
        .orderBy('expires_at', 'desc')
        .offset(accessTokensPerGrant - 1)
        .limit(accessTokensPerGrant),
    )
    .execute()
  await tx
    .insertInto('oauth_access_token')
    .values({
      hash: sha256(token),
      grant_id: grantId,
      scopes: JSON.stringify(scopes),
      expires_at: now + accessTokenLifeSeconds * 1000,
    })
    .execute()
  return token
}

/** Also ends its tokens. */
export const endGrant = (db: Kysely<IdentityTables>, id: string) =>
  db.deleteFrom('oauth_grant').where('id', '=', id).execute()

export const endAccessToken = (db: Kysely<IdentityTables>, clientId: string | undefined, token: string) =>
  db
    .deleteFrom('oauth_access_token')
    .where('hash', '=', sha256(token))
    .$if(clientId !== undefined, (query) =>
      query.where('grant_id', 'in', (row) =>
        row
          .selectFrom('oauth_grant')
          .select('id')
          .where('client_id', '=', clientId ?? ''),
      ),
    )
    .execute()

/** Codes are kept as long as their grants, to detect reuse. */
export async function purgeGrants(db: Kysely<IdentityTables>) {
  const now = Date.now()
  await db.deleteFrom('oauth_access_token').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('oauth_grant')
    .where('refresh_hash', 'is', null)
    .where('used_at', '<=', now - accessTokenLifeSeconds * 1000)
    .execute()
  await db
    .deleteFrom('oauth_code')
    .where('expires_at', '<=', now)
    .where('grant_id', 'not in', (row) => row.selectFrom('oauth_grant').select('id'))
    .execute()
}
