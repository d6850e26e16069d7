import { type QueryExecutorProvider, sql } from 'kysely'
import { hashOf } from '#platform/digest.ts'

/** Hashed account and place with expiry. */
export type KnownPlaceRow = { key_hash: string; expires_at: number }

const keyOf = (account: string, place: string) => hashOf(`${account}\n${place}`)

/** Places of recent sign-ins per account, exempt from limits caused by failed attempts elsewhere (decision 102). */
export const knownPlaces = (db: QueryExecutorProvider, table: string) => ({
  has: async (account: string, place: string): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from ${sql.table(table)}
      where key_hash = ${keyOf(account, place)} and expires_at > ${Date.now()}`.execute(db)
    return rows.length > 0
  },

  add: async (account: string, place: string, days: number) => {
    const now = Date.now()
    const until = now + days * 24 * 60 * 60_000
    await sql`delete from ${sql.table(table)} where expires_at <= ${now}`.execute(db)
    await sql`
      insert into ${sql.table(table)} (key_hash, expires_at) values (${keyOf(account, place)}, ${until})
      on conflict (key_hash) do update set expires_at = ${until}`.execute(db)
  },
})
