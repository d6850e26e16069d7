import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Comparison, Condition } from '#contract/fleet/condition.ts'
import type { FleetField } from '#contract/fleet/field.ts'
import { readTime } from '#contract/fleet/query-time.ts'
import { contains, numberOfText } from '#platform/database/differences.ts'
import { fold, linesOf } from '#services/console/audit/searched-text.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { during, operatorOf, type Where } from './comparisons.ts'
import type { Layout } from './layout.ts'

/** Annotation fields in queries, joined through the annotation of each indexed record. */
type Db = Kysely<ConsoleTables>

const cellOf = ({ name }: FleetField) => `kept_${name}`
export const annotationRef = (field: FleetField) => sql.ref<string>(`${cellOf(field)}.value`)
export const annotationText = (field: FleetField) => sql.ref<string>(`${cellOf(field)}.searched`)

export function annotationJoins(fields: readonly FleetField[], layout: Layout): RawBuilder<unknown>[] {
  if (fields.length === 0) return []
  const cells = fields.map((field) => {
    const cell = cellOf(field)
    return sql`left join console_annotation_cell as ${sql.ref(cell)}
      on ${sql.ref(`${cell}.annotation`)} = fleet_device_annotation.annotation
      and ${sql.ref(`${cell}.field`)} = ${field.kept} and ${annotationRef(field)} <> ''`
  })
  const annotation = sql.table(layout.table('fleet_device_annotation'))
  return [
    sql`left join ${annotation} as fleet_device_annotation on fleet_device_annotation.device = fleet_device.id`,
    ...cells,
  ]
}

/** A missing annotation matches neither a condition nor its negation, except for tags, whose absence is known. */
export function annotationWhere(field: FleetField, condition: Condition, known: { db: Db; now: number }): Where {
  const ref = annotationRef(field)
  const where = positiveOf(field, condition, known)
  if (!condition.negated) return where
  if (condition.comparison === 'missing') return sql<SqlBool>`${ref} is not null`
  if (condition.comparison === 'unknown') return sql<SqlBool>`1 = 1`
  return field.kind === 'list'
    ? sql<SqlBool>`(${ref} is null or not (${where}))`
    : sql<SqlBool>`(${ref} is not null and not (${where}))`
}

function positiveOf(
  field: FleetField,
  { comparison, value = '' }: Condition,
  { db, now }: { db: Db; now: number },
): Where {
  const ref = annotationRef(field)
  if (comparison === 'missing') return sql<SqlBool>`${ref} is null`
  // Values were validated when saved.
  if (comparison === 'unknown') return sql<SqlBool>`1 = 0`
  switch (field.kind) {
    case 'flag':
      return sql<SqlBool>`${ref} = 'yes'`
    case 'number':
      return sql<SqlBool>`${numberOfText(db, ref)} ${operatorOf(comparison)} ${Number(value)}`
    case 'date':
      return during(ref, comparison, readTime(value), now, dayFrom)
    case 'list':
      return contains(db, annotationText(field), comparison === 'is' ? linesOf([value]) : fold(value))
    case 'text':
    case 'code':
    case 'version':
    case 'time':
    default:
      return ofText(db, field, comparison, value)
  }
}

const ofText = (db: Db, field: FleetField, comparison: Comparison, value: string): Where =>
  comparison === 'has'
    ? contains(db, annotationText(field), fold(value))
    : sql<SqlBool>`${annotationText(field)} = ${fold(value)}`

const dayMs = 86_400_000
/** First day that starts at or after a time: dates are compared as text. */
const dayFrom = (ms: number) => new Date(Math.ceil(ms / dayMs) * dayMs).toISOString().slice(0, 10)

/** Sort expression of an annotation field. */
export const annotationOrder = (db: Db, field: FleetField): RawBuilder<unknown> =>
  field.kind === 'number' ? numberOfText(db, annotationRef(field)) : annotationText(field)
