import { setImmediate } from 'node:timers/promises'
import { type QueryExecutorProvider, sql } from 'kysely'
import { archiveAfter, archivesOf, newestArchive } from './archive-table.ts'
import { type Archive, openArchive } from './archive.ts'
import { type Chain, type ChainedRow, type Head, pageAfter, pageSize } from './chain.ts'

/** End of the verified part. */
type Position = { archive: number; last: number; hash: string }
type Walked = Position & { problem?: string }
export type VerifiedChain = { head?: Head; archives: number; problem?: string }

/**
 * Verifies all archived and current entries, and the head, without locking: entries up to the present head do not
 * change, and later ones are left to the next verification.
 */
export async function verifyChain<Row extends ChainedRow>(
  db: QueryExecutorProvider,
  chain: Chain<Row>,
): Promise<VerifiedChain> {
  const head = await headOf(db, chain.table)
  if (!head) return { archives: 0, problem: 'The head of the audit is missing' }
  const { archive: archives, problem: inEntries } = await walk(db, chain, head)
  const problem =
    inEntries ??
    (chain.isGenuineHead(head) ? undefined : 'The head of the audit was changed') ??
    (await strayEntry(db, chain, head.last)) ??
    (await strayArchive(db, chain.table))
  return { head, archives, ...(problem !== undefined && { problem }) }
}

async function walk<Row extends ChainedRow>(db: QueryExecutorProvider, chain: Chain<Row>, head: Head): Promise<Walked> {
  let archived: Walked = { archive: 0, last: 0, hash: '' }
  for (;;) {
    archived = await walkArchives(db, chain, archived)
    if (archived.problem !== undefined) return archived
    const walked = await walkEntries(db, chain, archived, head)
    if (walked.problem === undefined) return walked
    // Missing entries may just have been archived.
    if ((await newestArchive(db, chain.table)).id <= archived.archive) return walked
  }
}

async function walkArchives<Row extends ChainedRow>(
  db: QueryExecutorProvider,
  chain: Chain<Row>,
  from: Position,
): Promise<Walked> {
  let position = from
  for (;;) {
    const archive = await archiveAfter(db, chain.table, position.archive)
    if (!archive) return position
    const next = await walkArchive(chain, position, archive)
    if (next.problem !== undefined) return next
    position = next
  }
}

async function walkArchive<Row extends ChainedRow>(
  chain: Chain<Row>,
  position: Position,
  archive: Archive,
): Promise<Walked> {
  const { id, first_id, last_id, entries, previous, hash } = archive
  const failed = (problem: string): Walked => ({ ...position, problem })
  if (id !== position.archive + 1) return failed(`Archive ${position.archive + 1} is missing`)
  const rows = await openArchive<Row>(chain.keys, chain.table, archive)
  if (!rows || rows.length !== entries) return failed(`Archive ${id} was changed`)
  if (first_id !== position.last + 1 || previous !== position.hash)
    return failed(`Archive ${id} does not follow the one before`)
  let walked: Walked = position
  for (let at = 0; at < rows.length && walked.problem === undefined; at += pageSize, await setImmediate())
    walked = follow(chain, walked, rows.slice(at, at + pageSize))
  if (walked.problem !== undefined) return failed(`${walked.problem} (in archive ${id})`)
  if (walked.last !== last_id || walked.hash !== hash) return failed(`Archive ${id} was changed`)
  return { ...walked, archive: id }
}

async function walkEntries<Row extends ChainedRow>(
  db: QueryExecutorProvider,
  chain: Chain<Row>,
  archived: Position,
  head: Head,
): Promise<Walked> {
  let walked: Walked = archived
  for (; walked.last < head.last; await setImmediate()) {
    const page = await pageAfter(db, chain, walked.last, head.last)
    if (page.length === 0) return { ...walked, problem: `${chain.words[1]} after ${walked.last} are missing` }
    walked = follow(chain, walked, page)
    if (walked.problem !== undefined) return walked
  }
  if (walked.last === head.last && walked.hash === head.hash) return walked
  return { ...walked, problem: 'The head of the audit does not belong to its last entry' }
}

/** Verifies consecutive entries from a position and returns the first problem. */
function follow<Row extends ChainedRow>(
  { words: [entry], problemOf }: Chain<Row>,
  from: Position,
  rows: readonly Row[],
): Walked {
  let { last, hash } = from
  for (const row of rows) {
    const problem = row.id === last + 1 ? problemOf(row, hash) : `${entry} ${last + 1} is missing`
    if (problem !== undefined) return { ...from, last, hash, problem }
    last = row.id
    hash = row.hash
  }
  return { ...from, last, hash }
}

/** Entries are written together with the head, so an entry beyond the head was inserted by someone else. */
async function strayEntry<Row extends ChainedRow>(
  db: QueryExecutorProvider,
  { table, words: [entry] }: Chain<Row>,
  last: number,
): Promise<string | undefined> {
  // Archives are read first: entries archived in between still exist and are not stray.
  const { last_id: archived } = await newestArchive(db, table)
  const { lowest, highest } = await endsOf(db, table)
  if (lowest !== null && lowest <= archived) return `${entry} ${lowest} was inserted`
  const head = await headOf(db, table)
  return highest !== null && highest > Math.max(last, head?.last ?? 0) ? `${entry} ${highest} was inserted` : undefined
}

async function strayArchive(db: QueryExecutorProvider, table: string): Promise<string | undefined> {
  const { lowest } = await endsOf(db, archivesOf(table))
  return lowest !== null && lowest < 1 ? `Archive ${lowest} was inserted` : undefined
}

async function endsOf(db: QueryExecutorProvider, table: string) {
  type Ends = { lowest: number | null; highest: number | null }
  const { rows } = await sql<Ends>`select min(id) as lowest, max(id) as highest from ${sql.table(table)}`.execute(db)
  return rows[0] ?? { lowest: null, highest: null }
}

async function headOf(db: QueryExecutorProvider, table: string): Promise<Head | undefined> {
  const { rows } = await sql<Head>`select last, hash, seal from ${sql.table(`${table}_head`)} where id = 1`.execute(db)
  return rows[0]
}
