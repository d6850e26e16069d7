import type { Kysely } from 'kysely'
import type { KeyTables } from '#services/keys/tables.ts'

/** Latest deployment to each server. */
export const currentDeployments = (db: Kysely<KeyTables>) =>
  db
    .selectFrom('key_deployment as done')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('key_deployment as later')
            .select('later.server')
            .whereRef('later.server', '=', 'done.server')
            .whereRef('later.deployed_at', '>', 'done.deployed_at'),
        ),
      ),
    )
