import type { Kysely } from 'kysely'
import { cachedWhile, type Remember } from '#services/lists/cached-while.ts'
import type { InventoryTables } from './tables.ts'

/** Cache that is valid until a computer changes. */
export type RememberUntilChange = () => Promise<Remember>

/** Caches counts and matches until a computer changes. */
export function rememberUntilChange(db: Kysely<InventoryTables>): RememberUntilChange {
  const kept = cachedWhile()
  return async () => {
    const estate = await db.selectFrom('estate').select('changed').executeTakeFirst()
    return kept(String(estate?.changed ?? 0))
  }
}

/** Invalidates the cache. */
export const noteChange = (db: Kysely<InventoryTables>) =>
  db
    .updateTable('estate')
    .set(({ eb }) => ({ changed: eb('changed', '+', 1) }))
    .execute()
