import {
  type Annotated,
  type AnnotationColumn,
  annotationPrefix,
} from '#contract/console/annotations/annotated-rows.ts'
import { standingFields } from '#contract/console/annotations/annotation-values.ts'
import type { Column } from '#ui/table/column.ts'
import { basicColumns } from '#ui/table/Columns.tsx'
import { AnnotationValue } from './AnnotationValue.tsx'

const { text } = basicColumns<Annotated>({ hidden: true, sortable: true, filter: true, priority: 2, width: 160 })

/** Owner, tags, note and custom fields, hidden until selected; filters search for a part of the value. */
export const annotationColumns = (fields: readonly AnnotationColumn[]): Column<Annotated>[] =>
  [...standingFields, ...fields].map(({ id, name }) => {
    const value = ({ annotation }: Annotated) => annotation?.[id]
    // The table limits the height of long texts only if they are plain.
    const tags = { cell: (row: Annotated) => <AnnotationValue field={id} value={value(row) ?? ''} /> }
    return text(annotationPrefix + id, name, value, id === 'tags' ? tags : {})
  })
