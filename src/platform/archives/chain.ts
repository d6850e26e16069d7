import { type QueryExecutorProvider, sql } from 'kysely'
import type { ArchiveKeys } from './archive.ts'

export type ChainedRow = { id: number; at: number; hash: string }
export type Head = { last: number; hash: string; seal: string }

/** Entries that each carry a keyed hash over themselves and the one before, and a head over the last of them. */
export type Chain<Row extends ChainedRow> = {
  table: string
  /** What one entry is called, and several are. */
  words: readonly [one: string, many: string]
  keys: ArchiveKeys
  isGenuineHead: (head: Head) => boolean
  /** What is wrong with an entry that follows one with this hash. */
  problemOf: (row: Row, previous: string) => string | undefined
}

/** So many are read and looked at without a pause: others have their turn then. */
export const pageSize = 500

export async function pageAfter<Row extends ChainedRow>(
  db: QueryExecutorProvider,
  { table }: Chain<Row>,
  id: number,
  upTo?: number,
): Promise<Row[]> {
  const isWanted = upTo === undefined ? sql`id > ${id}` : sql`id > ${id} and id <= ${upTo}`
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${isWanted}
    order by id limit ${pageSize}`.execute(db)
  return rows
}
