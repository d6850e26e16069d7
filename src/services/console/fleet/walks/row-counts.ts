import { type Kysely, sql } from 'kysely'
import { type Layout } from '#services/console/fleet/layout.ts'

/** After this many failures, a record is retried after its next change or a day. */
export const maxFailures = 3
/** `is_changed`: 1 for new or outdated records, 2 for changes reported by the server or the list row. */
export const isToBeRead = 1
export const isKnownChange = 2

/** Rows are counted by the minute in which their record was read, from 1 on; the others by whether it was refused too often. */
const minuteMs = 60_000
const unread = 0
const refused = -1

/** The counts of rows that are listed; marked are those known to have changed. */
export const tallyOf = (layout: Layout) => ({
  table: layout.table('fleet_device'),
  tally: layout.table('fleet_tally'),
  counted: 'row.gone_at = 0',
  bucket: `case when row.read_at > 0 then row.read_at / ${minuteMs} + 1
    when row.failures >= ${maxFailures} then ${refused} else ${unread} end`,
  marked: `case when row.is_changed = ${isKnownChange} and row.read_at > 0 then 1 else 0 end`,
})

/** `old`: records read before that time. Only the rows of its minute are visited. */
export async function rowCounts<T>(database: Kysely<T>, layout: Layout, site: string, oldBefore: number) {
  const minute = Math.floor(oldBefore / minuteMs)
  const { rows } = await sql<Record<'devices' | 'detailed' | 'refused' | 'changed' | 'old', number | string>>`
    select coalesce(sum(counted), 0) as devices, coalesce(sum(marked), 0) as changed,
      coalesce(sum(case when bucket > 0 then counted end), 0) as detailed,
      coalesce(sum(case when bucket = ${refused} then counted end), 0) as refused,
      coalesce(sum(case when bucket > 0 and bucket <= ${minute} then counted end), 0)
        + (select count(*) from ${sql.table(layout.table('fleet_device'))} where site = ${site} and gone_at = 0
          and read_at >= ${Math.max(1, minute * minuteMs)} and read_at < ${oldBefore}) as old
    from ${sql.table(layout.table('fleet_tally'))} where site = ${site}`.execute(database)
  const { devices = 0, detailed = 0, refused: given = 0, old = 0, changed = 0 } = rows[0] ?? {}
  return {
    devices: Number(devices),
    detailed: Number(detailed),
    refused: Number(given),
    old: Number(old),
    changed: Number(changed),
  }
}

/** Minutes of which no record is left. */
export const forgetEmptyCounts = <T>(database: Kysely<T>, layout: Layout, site: string) =>
  sql`delete from ${sql.table(layout.table('fleet_tally'))} where site = ${site} and counted = 0 and marked = 0`.execute(
    database,
  )
