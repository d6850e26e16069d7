import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { appendOnly } from '#platform/database/differences.ts'
import type { Archive } from './archive.ts'

/** Name of the archive table of a table. */
export const archivesOf = (table: string) => `${table}_archive`

export async function createArchiveTable(db: Kysely<unknown>, table: string) {
  const archives = `${table}_archive` // used in released migrations
  let creating = db.schema.createTable(archives).addColumn('id', 'bigint', (column) => column.primaryKey())
  for (const name of ['first_id', 'last_id', 'first_at', 'last_at', 'entries'])
    creating = creating.addColumn(name, 'bigint', (column) => column.notNull())
  for (const name of ['previous', 'hash', 'seal', 'contents'])
    creating = creating.addColumn(name, 'text', (column) => column.notNull())
  await creating.execute()
  await db.schema.createIndex(`${archives}_first`).on(archives).columns(['first_id', 'last_id']).execute()
  await appendOnly(db, archives)
}

/** Metadata of an archive. */
export type ArchiveEnd = Pick<Archive, 'id' | 'last_id' | 'last_at' | 'hash'>
const noArchive: ArchiveEnd = { id: 0, last_id: 0, last_at: 0, hash: '' }

export async function newestArchive(db: QueryExecutorProvider, table: string): Promise<ArchiveEnd> {
  const { rows } = await sql<ArchiveEnd>`select id, last_id, last_at, hash from ${sql.table(archivesOf(table))}
    order by id desc limit 1`.execute(db)
  return rows[0] ?? noArchive
}

/** One at a time, since each is large. */
export async function archiveAfter(db: QueryExecutorProvider, table: string, id: number): Promise<Archive | undefined> {
  const { rows } = await sql<Archive>`select * from ${sql.table(archivesOf(table))}
    where id > ${id} order by id limit 1`.execute(db)
  return rows[0]
}

export async function insertArchive(db: QueryExecutorProvider, table: string, archive: Archive) {
  const columns = Object.keys(archive).map((name) => sql.ref(name))
  await sql`insert into ${sql.table(archivesOf(table))} (${sql.join(columns)})
    values (${sql.join(Object.values(archive))})`.execute(db)
}
