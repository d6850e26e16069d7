import { instantOf } from '#contract/time.ts'
import type { Scalar } from '#contract/wire.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { given } from './computer-facts.ts'

type Look = Pick<Column<unknown>, 'header' | 'width' | 'hidden' | 'priority' | 'sortable' | 'filter' | 'align'>

/** A column that says one text; `--` and nothing are a dash. */
export const textColumn = <T,>(id: string, look: Look, text: (row: T) => unknown): Column<T> => ({
  id,
  ...look,
  value: (row) => given(text(row)),
  cell: (row) => given(text(row)) || '–',
})

/** Likewise, of what is read letter by letter. */
export const codeColumn = <T,>(id: string, look: Look, text: (row: T) => unknown): Column<T> => ({
  id,
  ...look,
  value: (row) => given(text(row)),
  cell: (row) => <code>{given(text(row)) || '–'}</code>,
})

export const asCount = <T,>(id: string, look: Look, count: (row: T) => number | undefined): Column<T> => ({
  id,
  align: 'end',
  kind: 'number',
  ...look,
  value: count,
  cell: (row) => count(row)?.toLocaleString('en') ?? '–',
})

export const asTime = <T,>(id: string, look: Look, time: (row: T) => Scalar | undefined): Column<T> => ({
  id,
  kind: 'date',
  ...look,
  value: (row) => instantOf(time(row))?.getTime(),
  cell: (row) => <Moment at={instantOf(time(row))} raw={given(time(row))} />,
})
