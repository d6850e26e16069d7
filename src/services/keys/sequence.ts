import type { Transaction } from 'kysely'
import type { KeyTables, SequenceName } from './tables.ts'

/** The next ID of a kind of object. Needed before the insert, since secrets are sealed for their row. */
export async function nextNumber(transaction: Transaction<KeyTables>, name: SequenceName): Promise<number> {
  const { last } = await transaction
    .insertInto('key_sequence')
    .values({ name, last: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ eb }) => ({ last: eb('key_sequence.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
