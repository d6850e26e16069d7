import { type QueryExecutorProvider, sql } from 'kysely'
import type { ArchiveKeys } from './archive.ts'

export type ChainedRow = { id: number; at: number; hash: string }
export type Head = { last: number; hash: string; seal: string }

/** Entries with a keyed hash over themselves and the preceding hash, and a head that seals the last one. */
export type Chain<Row extends ChainedRow> = {
  table: string
  /** Singular and plural name of an entry. */
  words: readonly [one: string, many: string]
  keys: ArchiveKeys
  isGenuineHead: (head: Head) => boolean
  /** Verifies an entry against the preceding hash; returns the problem, if any. */
  problemOf: (row: Row, previous: string) => string | undefined
}

/** Number of rows processed before yielding to the event loop. */
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
