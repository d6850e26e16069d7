import { sql } from 'kysely'
import { standingFields } from '#contract/console/annotations/annotation-values.ts'
import { annotated, annotatedKinds } from '#contract/console/annotations/annotated-things.ts'
import type { AnnotationField, lookUpAnnotations } from '#contract/console/annotations/annotations.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { holds } from '#contract/permission.ts'
import { contains } from '#platform/database/differences.ts'
import { fold } from '#services/console/audit/searched-text.ts'
import { nameOfField } from './change-cells.ts'
import type { Database } from './find-annotations.ts'

type Place = { site: string; fields: readonly AnnotationField[]; permissions: readonly string[] }

/** Items with a value that contains the text, each once. */
export async function findByText(
  database: Database,
  { site, fields, permissions }: Place,
  { text, limit }: Input<typeof lookUpAnnotations>,
): Promise<Output<typeof lookUpAnnotations>> {
  const kinds = annotatedKinds.filter((kind) => holds(permissions, annotated[kind].read))
  const wanted = fold(text.trim())
  if (kinds.length === 0 || wanted === '') return { rows: [] }
  const found = await database
    .selectFrom('console_annotation_cell as cell')
    .innerJoin('console_annotation as one', 'one.id', 'cell.annotation')
    .select(['one.id', 'one.kind', 'one.subject', 'one.label', 'cell.field', 'cell.value'])
    .where('one.site', '=', site)
    .where('one.kind', 'in', kinds)
    .where('cell.value', '<>', '')
    // Values of removed fields are kept, but not shown.
    .where(
      'cell.field',
      'in',
      [...standingFields, ...fields].map(({ id }) => id),
    )
    .where((by) => contains(database, by.ref('cell.searched'), wanted))
    .orderBy(sql`case when cell.searched = ${wanted} then 0 else 1 end`)
    .orderBy('one.changed_at', 'desc')
    .orderBy('one.id')
    .limit(limit * (standingFields.length + 1))
    .execute()
  const once = new Map(found.toReversed().map((row) => [row.id, row]))
  const rows = found.filter((row) => once.get(row.id) === row).slice(0, limit)
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
