import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { AnnotatedKind } from '#contract/console/annotations/annotated-things.ts'
import { standingFields } from '#contract/console/annotations/annotation-values.ts'
import { type AnnotationField, maxFields, type saveAnnotationField } from '#contract/console/annotations/annotations.ts'
import type { Input } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import { changeAlone } from '#platform/database/differences.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { AnnotationTables } from './tables.ts'

type Row = Selectable<AnnotationTables['console_annotation_field']>

/** Custom fields of a site, sorted by name. */
export function fieldStore(database: Kysely<ConsoleTables>) {
  const rowsOf = (site: string, db: Kysely<ConsoleTables> = database) =>
    db.selectFrom('console_annotation_field').selectAll().where('site', '=', site).execute()
  const list = async (site: string): Promise<AnnotationField[]> =>
    (await rowsOf(site))
      .filter(({ removed_at }) => removed_at === null)
      .map(toField)
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }))

  return {
    list,

    /** Serialized per site, since names are unique and the number of fields is limited. */
    save: (site: string, given: Input<typeof saveAnnotationField>): Promise<AnnotationField> =>
      changeAlone(database, 'console_annotation_field', async (transaction) => {
        const { field, name, type } = given
        const rows = await rowsOf(site, transaction)
        const isCalled = (one: { name: string }) => one.name.toLowerCase() === name.toLowerCase()
        const standing = rows.filter(({ removed_at }) => removed_at === null)
        if (standingFields.some(isCalled) || standing.some((row) => isCalled(row) && row.id !== field))
          throw invalid('name', 'A field with this name already exists')
        const choices = type === 'choice' ? distinct(given.choices) : []
        if (type === 'choice' && choices.length === 0) throw invalid('choices', 'Enter at least one choice')
        const values = { name, choices: JSON.stringify(choices), kinds: JSON.stringify(distinct(given.kinds)) }
        const changed = standing.find(({ id }) => id === field)
        if (field !== undefined && !changed) throw invalid('field', 'It was removed')
        if (changed && changed.type !== type) throw invalid('type', 'The type of a field does not change')
        if (!changed && standing.length >= maxFields) throw invalid('name', `There are already ${maxFields} fields`)
        // Recreating a removed field restores its values.
        const known = changed ?? rows.find((row) => row.removed_at !== null && row.type === type && isCalled(row))
        const id = known?.id ?? randomUUID()
        if (known) {
          const set = { ...values, removed_at: null }
          await transaction.updateTable('console_annotation_field').set(set).where('id', '=', id).execute()
        } else {
          const row = { id, site, type, ...values, created_at: Date.now(), removed_at: null }
          await transaction.insertInto('console_annotation_field').values(row).execute()
        }
        return toField({ id, site, type, ...values, created_at: 0, removed_at: null })
      }),

    remove: async (site: string, field: string) => {
      const { numUpdatedRows } = await database
        .updateTable('console_annotation_field')
        .set({ removed_at: Date.now() })
        .where('site', '=', site)
        .where('id', '=', field)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw invalid('field', 'It was removed')
    },
  }
}

const distinct = <T extends string>(texts: readonly T[]): T[] => [
  ...new Map(texts.map((text) => [text.toLowerCase(), text])).values(),
]
const toField = ({ id, name, type, choices, kinds }: Row): AnnotationField => ({
  id,
  name,
  type,
  choices: JSON.parse(choices) as string[],
  kinds: JSON.parse(kinds) as AnnotatedKind[],
})
const invalid = (field: string, message: string) =>
  new Problem('INVALID_INPUT', `${field}: ${message}`, { service: 'console', field })
