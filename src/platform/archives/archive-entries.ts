import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { lockTable } from '#platform/database/differences.ts'
import { type ArchiveEnd, archivesOf, insertArchive, newestArchive } from './archive-table.ts'
import { type Archive, type ArchiveKeys, packArchive } from './archive.ts'
import { type Chain, type ChainedRow, pageAfter, pageSize } from './chain.ts'

/** Bounds the size of one archive, and so the time to write, verify or open it. */
export const archiveLimit = { entries: 2000, characters: 1_500_000 } as const

/** Limited, since search rows are deleted along with each entry. */
const removedAtOnce = 100

export type Archived = {
  entries: number
  /** Why archiving stopped: entries that fail verification remain in place. */
  problem?: string
}

/** Moves entries older than `before` into archives, oldest first, until none remain or it is aborted. */
export async function archiveEntries<Tables, Row extends ChainedRow>(
  db: Kysely<Tables>,
  chain: Chain<Row>,
  before: number,
  signal?: AbortSignal,
): Promise<Archived> {
  let entries = 0
  for (;;) {
    if (signal?.aborted) return { entries }
    const newest = await newestArchive(db, chain.table)
    const { rows, problem } = await oldEntries(db, chain, newest, before)
    const moved = rows.length > 0 && (await moveEntries(db, chain, newest, rows))
    if (moved) entries += rows.length
    if (problem !== undefined) return { entries, problem }
    if (!moved) return { entries }
  }
}

/** Stops at the first younger entry, even if older ones follow: archives have no gaps. */
async function oldEntries<Tables, Row extends ChainedRow>(
  db: Kysely<Tables>,
  chain: Chain<Row>,
  newest: ArchiveEnd,
  before: number,
): Promise<{ rows: Row[]; problem?: string }> {
  const rows: Row[] = []
  let [last, hash, characters] = [newest.last_id, newest.hash, 0]
  for (;;) {
    const page = await pageAfter(db, chain, last)
    for (const row of page) {
      if (row.at >= before || rows.length >= archiveLimit.entries || characters >= archiveLimit.characters)
        return { rows }
      const problem = row.id === last + 1 ? chain.problemOf(row, hash) : `${chain.words[0]} ${last + 1} is missing`
      if (problem !== undefined) return { rows, problem }
      rows.push(row)
      characters += JSON.stringify(row).length
      last = row.id
      hash = row.hash
    }
    if (page.length < pageSize) return { rows }
    await setImmediate()
  }
}

async function moveEntries<Tables, Row extends ChainedRow>(
  db: Kysely<Tables>,
  { table, keys }: Chain<Row>,
  newest: ArchiveEnd,
  rows: readonly Row[],
): Promise<boolean> {
  const archive = await packRows(keys, table, newest, rows)
  return writeArchive(db, table, newest, archive, async (transaction) => {
    for (let from = archive.first_id; from <= archive.last_id; from += removedAtOnce, await setImmediate()) {
      const to = Math.min(archive.last_id, from + removedAtOnce - 1)
      await sql`delete from ${sql.table(table)} where id >= ${from} and id <= ${to}`.execute(transaction)
    }
  })
}

type Packed = { id: number; at: number; hash?: string }

/** Packs the next archive, with at least one row. */
export function packRows(
  keys: ArchiveKeys,
  table: string,
  { id, hash: previous }: ArchiveEnd,
  rows: readonly Packed[],
): Promise<Archive> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) throw new Error('An archive has at least one row')
  const times = rows.map(({ at }) => at)
  const facts = {
    id: id + 1,
    first_id: first.id,
    last_id: last.id,
    first_at: Math.min(...times),
    last_at: Math.max(...times),
    entries: rows.length,
    previous,
    hash: last.hash ?? '',
  }
  return packArchive(keys, table, facts, rows)
}

/** Inserts the archive and deletes its rows in one transaction, so that no entry is lost or duplicated. */
export const writeArchive = <Tables>(
  db: Kysely<Tables>,
  table: string,
  newest: ArchiveEnd,
  archive: Archive,
  remove: (transaction: Transaction<Tables>) => Promise<void>,
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await lockTable(transaction, archivesOf(table))
    if ((await newestArchive(transaction, table)).id !== newest.id) return false // written by another process meanwhile
    await insertArchive(transaction, table, archive)
    await remove(transaction)
    return true
  })
