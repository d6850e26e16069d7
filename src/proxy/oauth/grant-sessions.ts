import type { Kysely } from 'kysely'
import type { ProxyTables } from '#proxy/tables.ts'
import { ofUser } from '#platform/grants/grant-store.ts'

type Database = Kysely<ProxyTables>
export type GrantSessions = ReturnType<typeof openGrantSessions>

/** Sessions by grant: the grant is revoked with its last session. */
export function openGrantSessions(database: Database) {
  const sessionsOf = (grant: string) =>
    database
      .selectFrom('proxy_grant_session')
      .innerJoin('proxy_session', 'proxy_session.id_hash', 'proxy_grant_session.session_hash')
      .select('session_hash')
      .where('grant_id', '=', grant)
      .where('expires_at', '>', Date.now())

  return {
    use: async (session: string, grant: string) => {
      const gone = database.selectFrom('proxy_session').select('id_hash')
      await database.deleteFrom('proxy_grant_session').where('session_hash', 'not in', gone).execute()
      await database.insertInto('proxy_grant_session').values({ session_hash: session, grant_id: grant }).execute()
    },

    /** The grant of a session, expired or not. */
    grantOf: async (session: string): Promise<string | undefined> => {
      const row = database.selectFrom('proxy_grant_session').select('grant_id').where('session_hash', '=', session)
      return (await row.executeTakeFirst())?.grant_id
    },

    of: async (grant: string): Promise<string[]> =>
      (await sessionsOf(grant).execute()).map(({ session_hash }) => session_hash),

    isAlive: async (session: string): Promise<boolean> => {
      const row = database.selectFrom('proxy_session').select('id_hash').where('id_hash', '=', session)
      return (await row.where('expires_at', '>', Date.now()).executeTakeFirst()) !== undefined
    },

    /** Grants whose sessions have all expired. Newer grants than `before` may not have a session yet. */
    unused: async (before: number): Promise<string[]> => {
      const rows = await database
        .selectFrom('proxy_grant')
        .select('id')
        .where('owner', 'like', `${ofUser('')}%`)
        .where('granted_at', '<=', before)
        .where((is) =>
          is.not(
            is.exists(
              is
                .selectFrom('proxy_grant_session')
                .innerJoin('proxy_session', 'proxy_session.id_hash', 'proxy_grant_session.session_hash')
                .select('session_hash')
                .whereRef('grant_id', '=', 'proxy_grant.id')
                .where('expires_at', '>', Date.now()),
            ),
          ),
        )
        .limit(100)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
