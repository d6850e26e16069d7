import {
  type Annotated,
  type AnnotationColumn,
  annotationPrefix,
} from '#contract/console/annotations/annotated-rows.ts'
import { standingFields } from '#contract/console/annotations/annotation-values.ts'
import type { Column } from '#ui/table/column.ts'
import { basicColumns } from '#ui/table/Columns.tsx'

const { text } = basicColumns<Annotated>({ hidden: true, filter: true, priority: 2, width: 160, breaks: true })

/** Owner, tags, note and custom fields, hidden until selected; filters search for a part of the value. */
export const annotationColumns = (fields: readonly AnnotationColumn[]): Column<Annotated>[] =>
  [...standingFields, ...fields].map(({ id, name }) =>
    text(annotationPrefix + id, name, ({ annotation }) => annotation?.[id]),
  )
