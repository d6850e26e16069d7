import { sql, type SqlBool } from 'kysely'
import {
  type Annotated,
  type AnnotationColumn,
  annotationPrefix,
} from '#contract/console/annotations/annotated-rows.ts'
import { type FieldType, standingFields } from '#contract/console/annotations/annotation-values.ts'
import type { ColumnFilter, Sorting } from '#contract/console/cached-list.ts'
import { contains, unindexed } from '#platform/database/differences.ts'
import { fold } from '#services/console/audit/searched-text.ts'
import type { OfAnnotations } from '#services/console/lists/list-in-memory.ts'
import { cellsOfEach } from './change-cells.ts'
import { fieldStore } from './field-store.ts'
import type { Database } from './find-annotations.ts'
import { valuesOf } from './list-annotations.ts'
import { type Slice, slicesOf } from './slices.ts'

type AnnotationQuery = { filters?: readonly ColumnFilter[] | undefined; sort?: readonly Sorting[] | undefined }

type Place = { site: string; kind: keyof typeof schemeInLists }
type Page<Row> = { rows: readonly Row[] }

/** Identifiers by which rows are recognized: lists have no fingerprints or serial numbers. */
const schemeInLists = { certificate: 'id', 'ssh-key': 'name', host: 'name' } as const

export type AnnotatedRows = ReturnType<typeof annotatedRows>

/** Annotations as columns of the lists of key management. */
export function annotatedRows(database: Database) {
  const fields = fieldStore(database)
  const ownOf = async ({ site, kind }: Place) => (await fields.list(site)).filter(({ kinds }) => kinds.includes(kind))

  /** Cells of a field in slices, each with an identifier of its annotation. */
  async function* cellsOfField({ site, kind }: Place, field: string, containing = '') {
    const inSlice = (slice: Slice) =>
      database
        .selectFrom('console_annotation_cell as cell')
        .innerJoin('console_annotation_identifier as one', 'one.annotation', 'cell.annotation')
        .select(['one.identifier', 'cell.value'])
        .where('cell.annotation', '>=', slice.from)
        .$if(slice.to !== undefined, (query) => query.where('cell.annotation', '<', slice.to ?? ''))
        .where('cell.field', '=', field)
        .where('cell.value', '<>', '')
        .where('one.identifier', 'like', `${schemeInLists[kind]}:%`)
        .$if(containing !== '', (query) => query.where((by) => contains(database, by.ref('cell.searched'), containing)))
        // Each slice is read by the key of its cells, not by the index of the site.
        .where((by) => sql<SqlBool>`${unindexed(database, by.ref('one.site'))} = ${site}`)
        .where((by) => sql<SqlBool>`${unindexed(database, by.ref('one.kind'))} = ${kind}`)
        .execute()
    for await (const slice of slicesOf(database)) yield await inSlice(slice)
  }

  /** Identifiers of the annotations with a value of this field that contains the text. */
  async function matching(place: Place, filter: ColumnFilter) {
    const found = new Set<string>()
    const text = fold(filter.contains?.trim() ?? '')
    for await (const cells of cellsOfField(place, fieldOf(filter), text))
      for (const { identifier } of cells) found.add(identifier)
    return found
  }

  /** Pairs of identifier and value of a field, in parts. */
  async function valuesToSort(place: Place, field: string, type: FieldType): Promise<string[]> {
    const parts: string[] = []
    for await (const cells of cellsOfField(place, field))
      parts.push(
        JSON.stringify(cells.map(({ identifier, value }) => [identifier, type === 'number' ? Number(value) : value])),
      )
    return parts
  }

  return {
    /**
     * Separates what concerns annotations: filters, as the identifiers of all matching rows, and the columns to sort by,
     * with their values.
     */
    resolved: async <Query extends AnnotationQuery>(place: Place, query: Query): Promise<Query & OfAnnotations> => {
      const { filters = [], sort = [] } = query
      const [ours, others] = [filters.filter(isOfAnnotation), filters.filter((filter) => !isOfAnnotation(filter))]
      const sorted = sort.filter(isOfAnnotation)
      if (ours.length === 0 && sorted.length === 0) return query
      const own = await ownOf(place)
      const typeOf = new Map(
        [...standingFields.map(({ id }) => ({ id, type: 'text' as const })), ...own].map(({ id, type }) => [id, type]),
      )
      let among: Set<string> | undefined
      for (const filter of ours) {
        // By a field that does not exist any more, nothing is found: a job by this filter must not affect all rows.
        const found = typeOf.has(fieldOf(filter)) ? await matching(place, filter) : new Set<string>()
        among = among ? among.intersection(found) : found
      }
      const sortValues: Record<string, string[]> = {}
      for (const column of sorted) {
        const type = typeOf.get(fieldOf(column))
        if (type) sortValues[column.column] = await valuesToSort(place, fieldOf(column), type)
      }
      return {
        ...query,
        ...(filters.length > 0 && { filters: others }),
        ...(among && { among: JSON.stringify([...among]) }),
        ...(sorted.length > 0 && { sortValues }),
      }
    },

    /** Adds the values of each row, and the custom fields of its kind. */
    widened: async <Row extends object, Found extends Page<Row>>(
      place: Place,
      found: Found,
      identifiersOf: (row: Found['rows'][number]) => string[],
    ) => {
      const own = await ownOf(place)
      const shown = new Set([...standingFields, ...own].map(({ id }) => id))
      const cells = await cellsOfEach(database, place, found.rows.map(identifiersOf))
      const rows = found.rows.map((row, at): Found['rows'][number] & Annotated => {
        const known = cells[at]?.filter(({ field }) => shown.has(field)) ?? []
        return known.length > 0 ? { ...row, annotation: valuesOf(known) } : row
      })
      return {
        ...found,
        rows,
        annotationFields: own.map(({ id, name, type }): AnnotationColumn => ({ id, name, type })),
      }
    },
  }
}

const fieldOf = ({ column }: Pick<ColumnFilter, 'column'>) => column.slice(annotationPrefix.length)
const isOfAnnotation = ({ column }: Pick<ColumnFilter, 'column'>) => column.startsWith(annotationPrefix)
