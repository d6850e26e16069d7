import { type Generated, type Kysely, sql } from 'kysely'
import { type ComputerSort, computerSorts } from '#contract/desktop/computer-fields.ts'
import { ascendingKey, bytewiseText, indexSubstrings } from '#services/database/differences.ts'
import type { MachineState } from './machine.ts'

/** Where the sort key of a column lies. */
export type SortColumn = `by_${ComputerSort}`
export const sortColumn = (sort: ComputerSort): SortColumn => `by_${sort}`

/** Columns of few values are kept as their place in the catalogue. */
const codeColumns = ['os_platform', 'domain', 'office', 'model', 'os'] as const
type CodeColumn = (typeof codeColumns)[number]

/** Columns whose text is kept, folded, to be searched. */
export const textColumns = [
  'resource_name',
  'fqdn_name',
  'ip_address',
  'mac_address',
  'agent_logged_on_users',
  'owner',
  'owner_email_id',
  'servicetag',
] as const
export type TextColumn = (typeof textColumns)[number]

export type EstateTables = {
  /** What lists sort and filter by, and what happens. All else follows from the index, `pk` − 1. */
  desktop: { pk: number } & Record<CodeColumn, number> & MachineState & Record<SortColumn, string>
  desktop_text: { pk: number } & Record<TextColumn, string>
  /** What ends at a known time: one install or removal and one scan for a computer at most. */
  desktop_task: {
    pk: Generated<number>
    desktop_pk: number
    subject: 'agent' | 'scan'
    begun_at: number
    due_at: number
  }
  /** How many computers have each software, and how many copies were bought. */
  desktop_software: { software: number; installations: number; copies: number | null }
  /** One row: how many computers the seed wants and has made, the number of the last change, and how far a scan of all is. */
  estate: { id: number; wanted: number; made: number; changed: number; seeded_at: number; scans_all_from: number }
}

const statuses = ['installation_status', 'live_status', 'scan_status', 'agent'] as const
const moments = ['contacted_at', 'agent_at', 'removed_at', 'tried_at', 'scanned_at'] as const

export async function createEstateTables(db: Kysely<unknown>) {
  const { schema } = db
  const text = bytewiseText(db)
  let desktop = schema.createTable('desktop').addColumn('pk', 'integer', (column) => column.primaryKey())
  for (const name of [...codeColumns, ...statuses])
    desktop = desktop.addColumn(name, sql`smallint`, (column) => column.notNull())
  for (const name of moments) desktop = desktop.addColumn(name, 'bigint', (column) => column.notNull())
  for (const name of ['remarks', 'scan_remarks'])
    desktop = desktop.addColumn(name, 'text', (column) => column.notNull())
  for (const sort of computerSorts) desktop = desktop.addColumn(sortColumn(sort), text, (column) => column.notNull())
  await desktop.execute()
  for (const sort of computerSorts) {
    // With what never changes of a computer: pages far into a filtered list are then found without reading the table.
    await schema
      .createIndex(`desktop_by_${sort}`)
      .on('desktop')
      .columns([sortColumn(sort), 'pk', ...codeColumns])
      .execute()
  }
  // To count, this narrow index is read whole.
  await schema
    .createIndex('desktop_filters')
    .on('desktop')
    .columns([...statuses, ...codeColumns, 'scanned_at', 'pk'])
    .execute()

  let texts = schema
    .createTable('desktop_text')
    .addColumn('pk', sql`integer references desktop(pk) on delete cascade`, (column) => column.primaryKey())
  for (const name of textColumns) texts = texts.addColumn(name, 'text', (column) => column.notNull())
  await texts.execute()
  await indexSubstrings(db, 'desktop_text', 'pk', ...textColumns)

  await schema
    .createTable('desktop_task')
    .addColumn('pk', ascendingKey(db), (column) => column.primaryKey())
    .addColumn('desktop_pk', sql`integer references desktop(pk) on delete cascade`, (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('begun_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('desktop_task_of_desktop', ['desktop_pk', 'subject'])
    .execute()
  await schema.createIndex('desktop_task_due').on('desktop_task').columns(['due_at']).execute()
  await schema
    .createTable('desktop_software')
    .addColumn('software', 'integer', (column) => column.primaryKey())
    .addColumn('installations', 'integer', (column) => column.notNull())
    .addColumn('copies', 'integer')
    .execute()
  await schema
    .createTable('estate')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('wanted', 'integer', (column) => column.notNull())
    .addColumn('made', 'integer', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addColumn('seeded_at', 'bigint', (column) => column.notNull())
    .addColumn('scans_all_from', 'integer', (column) => column.notNull())
    .execute()
}
