import { sql, type SqlBool } from 'kysely'
import { standingFields } from '#contract/console/annotations/annotation-values.ts'
import type { AnnotatedKind } from '#contract/console/annotations/annotated-things.ts'
import type { AnnotationField, lookUpAnnotations } from '#contract/console/annotations/annotations.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { contains, unindexed } from '#platform/database/differences.ts'
import { fold } from '#services/console/audit/searched-text.ts'
import { nameOfField } from './change-cells.ts'
import type { Database } from './find-annotations.ts'
import { type Slice, slicesOf } from './slices.ts'

type Place = { site: string; fields: readonly AnnotationField[]; kinds: readonly AnnotatedKind[] }

/** Items with a value that contains the text, each once. */
export async function findByText(
  database: Database,
  { site, fields, kinds }: Place,
  { text, limit }: Input<typeof lookUpAnnotations>,
): Promise<Pick<Output<typeof lookUpAnnotations>, 'rows'>> {
  const wanted = fold(text.trim())
  if (kinds.length === 0 || wanted === '') return { rows: [] }
  const inSlice = (slice: Slice) =>
    database
      .selectFrom('console_annotation_cell as cell')
      .innerJoin('console_annotation as one', 'one.id', 'cell.annotation')
      .select(['one.id', 'one.kind', 'one.subject', 'one.label', 'one.changed_at', 'cell.field', 'cell.value'])
      .select(sql<number>`case when cell.searched = ${wanted} then 1 else 0 end`.as('exact'))
      .where('cell.annotation', '>=', slice.from)
      .$if(slice.to !== undefined, (query) => query.where('cell.annotation', '<', slice.to ?? ''))
      // Each slice is read by the key of its cells, not by the index of the site.
      .where((by) => sql<SqlBool>`${unindexed(database, by.ref('one.site'))} = ${site}`)
      .where((by) => sql<SqlBool>`${unindexed(database, by.ref('one.kind'))} in (${sql.join(kinds)})`)
      .where('cell.value', '<>', '')
      // Values of removed fields are kept, but not shown.
      .where(
        'cell.field',
        'in',
        [...standingFields, ...fields].map(({ id }) => id),
      )
      .where((by) => contains(database, by.ref('cell.searched'), wanted))
      .orderBy('exact', 'desc')
      .orderBy('one.changed_at', 'desc')
      .limit(limit * (standingFields.length + 1))
      .execute()
  const found: Awaited<ReturnType<typeof inSlice>> = []
  for await (const slice of slicesOf(database)) found.push(...(await inSlice(slice)))
  found.sort((a, b) => b.exact - a.exact || b.changed_at - a.changed_at || (a.id < b.id ? -1 : 1))
  const first = new Map(found.toReversed().map((row) => [row.id, row]))
  const rows = found.filter((row) => first.get(row.id) === row).slice(0, limit)
  return {
    rows: rows.map(({ kind, subject, label, field, value }) => ({
      kind,
      subject,
      label,
      field: nameOfField(fields, field),
      value,
    })),
  }
}
