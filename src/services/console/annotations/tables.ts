import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { AnnotatedKind } from '#contract/console/annotations/annotated-things.ts'
import type { FieldType } from '#contract/console/annotations/annotation-values.ts'
import { fold } from '#services/console/audit/searched-text.ts'

/** Times are epoch milliseconds. */
export type AnnotationTables = {
  /** An annotated record, with its label as of the last change. */
  console_annotation: {
    id: string
    site: string
    kind: AnnotatedKind
    subject: string
    label: string
    /** Derived from the label. */
    searched: string
    changed_at: number
  }
  /** Identifiers of an annotation: `serial:c02x`. */
  console_annotation_identifier: { site: string; kind: AnnotatedKind; identifier: string; annotation: string }
  /** `searched` is derived from the value. */
  console_annotation_cell: {
    annotation: string
    field: string
    value: string
    searched: string
    user_name: string
    at: number
  }
  /** Previous values; `import_id` is empty for manual changes. */
  console_annotation_change: {
    annotation: string
    field: string
    before: string
    after: string
    user_name: string
    at: number
    import_id: string
  }
  /** Custom fields; removed ones keep their values. */
  console_annotation_field: {
    id: string
    site: string
    name: string
    type: FieldType
    /** JSON array of texts. */
    choices: string
    kinds: string
    created_at: number
    removed_at: number | null
  }
  console_annotation_import: {
    id: string
    site: string
    kind: AnnotatedKind
    file: string
    user_name: string
    at: number
    changed: number
    undone_at: number | null
    undone_by: string | null
  }
}

type Columns = Record<string, 'text' | 'text?' | 'bigint' | 'bigint?'>

export const annotationMigrations: Record<string, Migration> = {
  console_061_annotation: {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database
      const create = async (name: string, columns: Columns, key?: string[]) => {
        let table = schema.createTable(name)
        for (const [column, type] of Object.entries(columns))
          table = table.addColumn(column, type.startsWith('text') ? 'text' : 'bigint', (made) =>
            type.endsWith('?') ? made : made.notNull(),
          )
        await (key ? table.addPrimaryKeyConstraint(`${name}_primary`, key as never) : table).execute()
      }
      const index = (name: string, on: string, columns: string[]) =>
        schema.createIndex(name).on(on).columns(columns).execute()
      await create(
        'console_annotation',
        { id: 'text', site: 'text', kind: 'text', subject: 'text', label: 'text', changed_at: 'bigint' },
        ['id'],
      )
      await index('console_annotation_newest', 'console_annotation', ['site', 'kind', 'changed_at', 'id'])
      await create(
        'console_annotation_identifier',
        { site: 'text', kind: 'text', identifier: 'text', annotation: 'text' },
        ['site', 'kind', 'identifier'],
      )
      await index('console_annotation_identifier_of', 'console_annotation_identifier', ['annotation'])
      await create(
        'console_annotation_cell',
        { annotation: 'text', field: 'text', value: 'text', searched: 'text', user_name: 'text', at: 'bigint' },
        ['annotation', 'field'],
      )
      const both = { field: 'text', before: 'text', after: 'text', user_name: 'text', at: 'bigint' } as const
      await create('console_annotation_change', { annotation: 'text', ...both, import_id: 'text' })
      await index('console_annotation_change_newest', 'console_annotation_change', ['annotation', 'at'])
      await index('console_annotation_change_import', 'console_annotation_change', ['import_id'])
      await index('console_annotation_change_at', 'console_annotation_change', ['at'])
      const defined = { id: 'text', site: 'text', name: 'text', type: 'text', choices: 'text', kinds: 'text' } as const
      await create('console_annotation_field', { ...defined, created_at: 'bigint', removed_at: 'bigint?' }, ['id'])
      const imported = {
        id: 'text',
        site: 'text',
        kind: 'text',
        file: 'text',
        user_name: 'text',
        at: 'bigint',
      } as const
      await create(
        'console_annotation_import',
        { ...imported, changed: 'bigint', undone_at: 'bigint?', undone_by: 'text?' },
        ['id'],
      )
    },
  },
  // SQLite's lower() handles ASCII only, so labels are compared in a normalized column.
  console_064_annotation_label: {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .alterTable('console_annotation')
        .addColumn('searched', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      const tables = database.$extendTables<Pick<AnnotationTables, 'console_annotation'>>()
      for (const { id, label } of await tables.selectFrom('console_annotation').select(['id', 'label']).execute())
        await tables
          .updateTable('console_annotation')
          .set({ searched: fold(label) })
          .where('id', '=', id)
          .execute()
    },
  },
}
