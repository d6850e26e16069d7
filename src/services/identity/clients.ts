import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { randomSecret, sha256 } from '#services/secret.ts'
import { isLoopbackCallback } from './redirect-uri.ts'
import type { IdentityTables } from './tables.ts'

/** A registered OAuth client. */
export type Client = {
  id: string
  name: string
  domain: string
  redirectUris: readonly string[]
  createdAt: number
  /** The built-in demo client: anyone may create self-client codes for it, and no one may change it. */
  isDemo: boolean
}
export type Registration = Pick<Client, 'name' | 'domain' | 'redirectUris'>

export const clientsPerAccount = 50
const demoClient = { id: 'triptych.demo', name: 'Demo client', domain: 'localhost' }
/** The console's own client, whose secret is known to the proxy only. */
export const consoleClientId = 'triptych.console'
const consoleClient = { id: consoleClientId, name: 'Triptych', domain: 'localhost' }
/** Compared for unknown clients, so that they take the same time. */
const nobodysHash = sha256(randomSecret())

export type ClientStore = ReturnType<typeof clientStore>

/** `callbacks`: redirect URIs of the console, which depend on its address. */
export function clientStore(db: Kysely<IdentityTables>, callbacks: readonly string[]) {
  const rowOf = (id: string) => db.selectFrom('oauth_client').selectAll().where('id', '=', id).executeTakeFirst()
  const clean = (row: Selectable<IdentityTables['oauth_client']>): Client => {
    const isReady = row.account_id === null
    const isDemo = isReady && row.id !== consoleClientId
    const registered = JSON.parse(row.redirect_uris) as string[]
    return {
      id: row.id,
      name: row.name,
      domain: row.domain,
      redirectUris: isReady ? [...callbacks, ...(isDemo ? ['http://127.0.0.1/callback'] : [])] : registered,
      createdAt: row.created_at,
      isDemo,
    }
  }

  return {
    async find(id: string): Promise<Client | undefined> {
      const row = await rowOf(id)
      return row && clean(row)
    },

    /** The client, if the secret is correct. */
    async withSecret(id: string, secret: string): Promise<Client | undefined> {
      const row = await rowOf(id)
      const [wanted, given] = [row?.secret_hash ?? nobodysHash, sha256(secret)].map((hash) => Buffer.from(hash, 'hex'))
      return row && wanted && given && timingSafeEqual(wanted, given) ? clean(row) : undefined
    },

    async ofAccount(accountId: number): Promise<Client[]> {
      const rows = await db
        .selectFrom('oauth_client')
        .selectAll()
        .where((row) => row.or([row('account_id', '=', accountId), row('account_id', 'is', null)]))
        .where('id', '<>', consoleClientId)
        .orderBy('created_at')
        .orderBy('id')
        .limit(clientsPerAccount + 1)
        .execute()
      return rows.map(clean)
    },

    async register(accountId: number, { name, domain, redirectUris }: Registration) {
      const [id, secret] = [`1000.${randomUUID()}`, randomSecret()]
      const row = { id, name, domain, secret_hash: sha256(secret), redirect_uris: JSON.stringify(redirectUris) }
      await db
        .insertInto('oauth_client')
        .values({ ...row, account_id: accountId, created_at: Date.now() })
        .execute()
      return { id, secret }
    },

    /** Replaces the secret. Undefined for clients of other accounts. */
    async renewSecret(accountId: number, id: string): Promise<string | undefined> {
      const secret = randomSecret()
      const changed = await db
        .updateTable('oauth_client')
        .set({ secret_hash: sha256(secret) })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      return changed && secret
    },

    /** Also revokes all its grants. */
    async remove(accountId: number, id: string) {
      await db.deleteFrom('oauth_client').where('id', '=', id).where('account_id', '=', accountId).execute()
    },
  }
}

/** Exact comparison: prefixes, other letter case and longer paths do not match. */
export const mayRedirectTo = ({ redirectUris, isDemo }: Client, uri: string) =>
  redirectUris.includes(uri) || (isDemo && isLoopbackCallback(uri))

export type DemoClient = { id: string; secret: string }

/** Creates or updates the demo client, as configured or with a generated secret; safe for concurrent processes. */
export async function createDemoClient(
  db: Kysely<IdentityTables>,
  chosen: DemoClient | undefined,
): Promise<DemoClient | undefined> {
  if (chosen?.id === consoleClientId) throw new Error(`The demo client cannot be called ${consoleClientId}`)
  const others = db.selectFrom('oauth_client').select('id').where('account_id', 'is', null)
  if (!chosen && (await others.where('id', '<>', consoleClientId).executeTakeFirst())) return undefined
  const { id, secret } = chosen ?? { id: demoClient.id, secret: randomSecret() }
  const secret_hash = sha256(secret)
  const before = db.deleteFrom('oauth_client').where('account_id', 'is', null)
  await before.where('id', 'not in', [id, consoleClientId]).execute()
  const made = await db
    .insertInto('oauth_client')
    .values({ ...demoClient, id, secret_hash, redirect_uris: '[]', account_id: null, created_at: Date.now() })
    .onConflict((conflict) =>
      chosen
        ? conflict.column('id').doUpdateSet({ secret_hash }).where('oauth_client.account_id', 'is', null)
        : conflict.column('id').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return made && { id, secret }
}

/** Creates or updates the console's client at each start, since the secret may have changed. */
export async function createConsoleClient(db: Kysely<IdentityTables>, { secret }: { secret: string }) {
  const secret_hash = sha256(secret)
  await db
    .insertInto('oauth_client')
    .values({ ...consoleClient, secret_hash, redirect_uris: '[]', account_id: null, created_at: Date.now() })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ secret_hash }))
    .execute()
}
