import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { PageAnchors, Place } from './page-anchors.ts'

/** A table with key `pk` in the order of a column, with filter and number of rows. */
type Rows = { table: string; column: string; where: RawBuilder<SqlBool>; total: number }
type Window = { descending: boolean; limit: number; offset: number; after?: Place | undefined }

/** Positions of a page's rows, from the nearest known position or the end. */
export async function placesIn<Tables>(
  db: Kysely<Tables>,
  { table, column, where, total }: Rows,
  { descending, limit, offset, after }: Window,
  marks: PageAnchors,
): Promise<Place[]> {
  const start = after ? { offset, place: after } : marks.nearest(offset)
  const wanted = after ? limit : Math.min(limit, total - offset)
  if (wanted <= 0) return []
  const beyondPage = total - offset - wanted
  const fromEnd = !after && beyondPage < offset - start.offset
  const direction = sql.raw(descending === fromEnd ? 'asc' : 'desc')
  const key = sql.ref(column)
  const beyond =
    start.place && !fromEnd
      ? sql`and (${key}, pk) ${sql.raw(descending ? '<' : '>')} (${start.place.key}, ${start.place.pk})`
      : sql``
  const { rows } = await sql<Place>`select ${key} as key, pk from ${sql.table(table)} where ${where} ${beyond}
    order by ${key} ${direction}, pk ${direction}
    limit ${wanted} offset ${fromEnd ? beyondPage : offset - start.offset}`.execute(db)
  return fromEnd ? rows.toReversed() : rows
}
