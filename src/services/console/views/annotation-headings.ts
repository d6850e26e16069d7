import type { Kysely } from 'kysely'
import { annotationPrefix } from '#contract/console/annotations/annotated-rows.ts'
import { standingFields } from '#contract/console/annotations/annotation-values.ts'
import { indexPrefix } from '#contract/console/views/viewed-lists.ts'
import { nameOfOwnField } from '#contract/fleet/kept-fields.ts'
import { fieldStore } from '#services/console/annotations/field-store.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

/** Column headings of annotations in files, by column: custom fields by their names instead of their IDs. */
export async function annotationHeadings(database: Kysely<ConsoleTables>, site: string): Promise<Map<string, string>> {
  const own = await fieldStore(database).list(site)
  return new Map([
    ...standingFields.map(({ id }) => [annotationPrefix + id, annotationPrefix + id] as const),
    ...own.flatMap(({ id, name }) =>
      [annotationPrefix + id, indexPrefix + nameOfOwnField(id), nameOfOwnField(id)].map(
        (column) => [column, annotationPrefix + name] as const,
      ),
    ),
  ])
}
