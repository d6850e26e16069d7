import { annotationColumns } from '#components/annotations/AnnotationColumns.tsx'
import type { AnnotationColumn } from '#contract/console/annotations/annotated-rows.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import type { Page } from '#contract/page.ts'
import type { Column } from '#ui/table/column.ts'
import { withOptions } from './cached-list.ts'
import type { AnyState } from './list-address.ts'
import { type ServerList, useServerList } from './use-server-list.ts'

type Paged = AnyState & { page: number; size: number }
type RowOf<E extends Endpoint> = Output<E> extends Page<infer T> ? T : never
/** `annotationFields`: of lists whose rows have annotations. */
type Answer = { options: Record<string, string[]>; ageMs: number; annotationFields?: AnnotationColumn[] }

/** A list that the console caches and pages, with sort order and column filters in the URL. */
export function useCachedList<E extends Endpoint, S extends Paged>(
  list: ServerList<E, S>,
  columns: readonly Column<RowOf<E>>[],
) {
  const found = useServerList(list)
  const { asked, table } = found
  const answer = (asked.data ?? undefined) as (Answer & Output<E>) | undefined
  const further = annotationColumnsOf<RowOf<E>>(answer)
  const all = [...withOptions(columns, answer?.options), ...further]
  return {
    ...found,
    answer,
    table: { ...table, columns: all, server: { ...table.server, inAddress: true } },
  }
}

/** Rows with annotations have them as an optional property. */
export const annotationColumnsOf = <T>(answer: Pick<Answer, 'annotationFields'> | undefined): Column<T>[] =>
  answer?.annotationFields ? (annotationColumns(answer.annotationFields) as Column<T>[]) : []
