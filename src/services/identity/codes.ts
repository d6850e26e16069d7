import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { randomSecret, sha256 } from '#services/secret.ts'
import type { IdentityTables } from './tables.ts'

export type Code = Selectable<IdentityTables['oauth_code']>
type NewCode = Omit<Code, 'hash' | 'redeemed_at' | 'grant_id' | 'expires_at' | 'requested' | 'scopes'> & {
  requested: readonly string[]
  scopes: readonly string[]
  lifeMs: number
}

export const scopesOf = (row: { scopes: string }) => JSON.parse(row.scopes) as string[]
/** Requested scopes: the application may repeat them, but gets only those granted. */
export const requestedOf = (row: { requested: string }) => JSON.parse(row.requested) as string[]

export async function issueCode(db: Kysely<IdentityTables>, { lifeMs, requested, scopes, ...code }: NewCode) {
  const secret = randomSecret()
  await db
    .insertInto('oauth_code')
    .values({
      ...code,
      requested: JSON.stringify(requested),
      scopes: JSON.stringify(scopes),
      hash: sha256(secret),
      expires_at: Date.now() + lifeMs,
      redeemed_at: null,
      grant_id: randomUUID(),
    })
    .execute()
  return secret
}

export const findCode = (db: Kysely<IdentityTables>, clientId: string, code: string): Promise<Code | undefined> =>
  db
    .selectFrom('oauth_code')
    .selectAll()
    .where('hash', '=', sha256(code))
    .where('client_id', '=', clientId)
    .executeTakeFirst()
