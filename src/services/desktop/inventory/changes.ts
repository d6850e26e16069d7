import type { Kysely } from 'kysely'
import { keptWhile, type Remember } from '#services/lists/kept-while.ts'
import type { InventoryTables } from './tables.ts'

/** What holds until a computer changes. */
export type RememberUntilChange = () => Promise<Remember>

/** Counts and matches hold until a computer changes. */
export function rememberUntilChange(db: Kysely<InventoryTables>): RememberUntilChange {
  const kept = keptWhile()
  return async () => {
    const estate = await db.selectFrom('estate').select('changed').executeTakeFirst()
    return kept(String(estate?.changed ?? 0))
  }
}

/** Note a change: what was remembered no longer holds. */
export const noteChange = (db: Kysely<InventoryTables>) =>
  db
    .updateTable('estate')
    .set(({ eb }) => ({ changed: eb('changed', '+', 1) }))
    .execute()
