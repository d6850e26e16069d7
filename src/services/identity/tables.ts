import { type Generated, type Kysely, type RawBuilder, sql } from 'kysely'
import { ascendingKey } from '#platform/database/differences.ts'

/** Secrets, codes, tokens and cookies are stored as SHA-256; lists as JSON. */
export type IdentityTables = {
  oauth_client: {
    id: string
    secret_hash: string
    name: string
    domain: string
    redirect_uris: string
    /** Account that registered it; null for the demo client. */
    account_id: number | null
    created_at: number
  }
  oauth_consent: { account_id: number; client_id: string; scope: string }
  oauth_code: {
    hash: string
    client_id: string
    account_id: number
    /** Null for a self-client. */
    redirect_uri: string | null
    /** Requested scopes, possibly more than granted. */
    requested: string
    scopes: string
    state: string | null
    challenge: string | null
    /** Whether a refresh token is issued. */
    refreshable: number
    expires_at: number
    redeemed_at: number | null
    /** ID of the resulting grant, to find it if the code is reused. */
    grant_id: string
  }
  /** Grants issued for codes; they own the tokens. */
  oauth_grant: {
    number: Generated<number>
    id: string
    client_id: string
    account_id: number
    scopes: string
    refresh_hash: string | null
    used_at: number
  }
  oauth_access_token: { hash: string; grant_id: string; scopes: string; expires_at: number }
  identity_session: { hash: string; account_id: number; used_at: number; expires_at: number }
}

export async function createIdentityTables(db: Kysely<unknown>) {
  const ofAccount = sql`integer references account(id) on delete cascade`
  const ofClient = sql`text references oauth_client(id) on delete cascade`
  await db.schema
    .createTable('oauth_client')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('redirect_uris', 'text', (column) => column.notNull())
    .addColumn('account_id', ofAccount)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('oauth_consent')
    .addColumn('account_id', ofAccount, (column) => column.notNull())
    .addColumn('client_id', ofClient, (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('oauth_consent_key', ['account_id', 'client_id', 'scope'])
    .execute()
  await createGrantTables(db, ofAccount, ofClient)
  await db.schema
    .createTable('identity_session')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', ofAccount, (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function createGrantTables(db: Kysely<unknown>, ofAccount: RawBuilder<unknown>, ofClient: RawBuilder<unknown>) {
  await db.schema
    .createTable('oauth_code')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('client_id', ofClient, (column) => column.notNull())
    .addColumn('account_id', ofAccount, (column) => column.notNull())
    .addColumn('redirect_uri', 'text')
    .addColumn('requested', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('state', 'text')
    .addColumn('challenge', 'text')
    .addColumn('refreshable', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('redeemed_at', 'bigint')
    .addColumn('grant_id', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('oauth_grant')
    .addColumn('number', ascendingKey(db), (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('client_id', ofClient, (column) => column.notNull())
    .addColumn('account_id', ofAccount, (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('refresh_hash', 'text', (column) => column.unique())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('oauth_grant_of_account').on('oauth_grant').columns(['account_id', 'number']).execute()
  await db.schema
    .createTable('oauth_access_token')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('grant_id', sql`text references oauth_grant(id) on delete cascade`, (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('oauth_access_token_of_grant')
    .on('oauth_access_token')
    .columns(['grant_id', 'expires_at'])
    .execute()
}
