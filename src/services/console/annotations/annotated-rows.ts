import { sql, type SqlBool } from 'kysely'
import type { AnnotatedKind } from '#contract/console/annotations/annotated-things.ts'
import {
  type Annotated,
  type AnnotationColumn,
  annotationPrefix,
} from '#contract/console/annotations/annotated-rows.ts'
import { standingFields } from '#contract/console/annotations/annotation-values.ts'
import type { ColumnFilter } from '#contract/console/cached-list.ts'
import { contains, unindexed } from '#platform/database/differences.ts'
import { fold } from '#services/console/audit/searched-text.ts'
import { cellsOfEach } from './change-cells.ts'
import { fieldStore } from './field-store.ts'
import type { Database } from './find-annotations.ts'
import { valuesOf } from './list-annotations.ts'
import { type Slice, slicesOf } from './slices.ts'

type Filtered = { filters?: readonly ColumnFilter[] | undefined }
type Place = { site: string; kind: AnnotatedKind }
type Page<Row> = { rows: readonly Row[] }

export type AnnotatedRows = ReturnType<typeof annotatedRows>

/** Annotations as columns of the lists of key management. */
export function annotatedRows(database: Database) {
  const fields = fieldStore(database)
  const ownOf = async ({ site, kind }: Place) => (await fields.list(site)).filter(({ kinds }) => kinds.includes(kind))

  /** Identifiers of the annotations with a value of this field that contains the text. */
  async function matching({ site, kind }: Place, filter: ColumnFilter) {
    const inSlice = (slice: Slice) =>
      database
        .selectFrom('console_annotation_cell as cell')
        .innerJoin('console_annotation_identifier as one', 'one.annotation', 'cell.annotation')
        .select('one.identifier')
        .where('cell.annotation', '>=', slice.from)
        .$if(slice.to !== undefined, (query) => query.where('cell.annotation', '<', slice.to ?? ''))
        .where('cell.field', '=', fieldOf(filter))
        .where('cell.value', '<>', '')
        .where((by) => contains(database, by.ref('cell.searched'), fold(filter.contains?.trim() ?? '')))
        // Each slice is read by the key of its cells, not by the index of the site.
        .where((by) => sql<SqlBool>`${unindexed(database, by.ref('one.site'))} = ${site}`)
        .where((by) => sql<SqlBool>`${unindexed(database, by.ref('one.kind'))} = ${kind}`)
        .execute()
    const found = new Set<string>()
    for await (const slice of slicesOf(database))
      for (const { identifier } of await inSlice(slice)) found.add(identifier)
    return found
  }

  return {
    /** Separates the filters by annotations, as the identifiers of all matching rows; undefined without such filters. */
    filtered: async <Query extends Filtered>(place: Place, query: Query): Promise<Query & { among?: string[] }> => {
      const { filters = [] } = query
      const [ours, others] = [filters.filter(isOfAnnotation), filters.filter((filter) => !isOfAnnotation(filter))]
      const known = new Set(ours.length > 0 ? [...standingFields, ...(await ownOf(place))].map(({ id }) => id) : [])
      let among: Set<string> | undefined
      for (const filter of ours) {
        // By a field that does not exist any more, nothing is found: a job by this filter must not affect all rows.
        const found = known.has(fieldOf(filter)) ? await matching(place, filter) : new Set<string>()
        among = among ? among.intersection(found) : found
      }
      return { ...query, ...(filters.length > 0 && { filters: others }), ...(among && { among: [...among] }) }
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

const fieldOf = ({ column }: ColumnFilter) => column.slice(annotationPrefix.length)
const isOfAnnotation = ({ column }: ColumnFilter) => column.startsWith(annotationPrefix)
