import { instantOf } from '#contract/time.ts'
import type { Scalar } from '#contract/wire.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { textOf } from './field-value.ts'
import { countText } from './resource-words.ts'

/** A column that says one text; what is missing is a dash. */
export const textColumn = <T,>(
  id: string,
  header: string,
  width: number,
  text: (row: T) => string | undefined,
  priority: 1 | 2 = 2,
): Column<T> => ({ id, header, width, priority, value: (row) => text(row) ?? '', cell: (row) => text(row) || '–' })

export const counted = <T,>(
  id: string,
  header: string,
  width: number,
  count: (row: T) => number | undefined,
  priority: 1 | 2 = 2,
): Column<T> => ({
  id,
  header,
  width,
  priority,
  align: 'end',
  kind: 'number',
  value: count,
  cell: (row) => countText(count(row)),
})

export const timed = <T,>(
  id: string,
  header: string,
  width: number,
  at: (row: T) => Scalar | undefined,
): Column<T> => ({
  id,
  header,
  width,
  priority: 2,
  kind: 'date',
  value: (row) => instantOf(at(row))?.getTime() ?? textOf(at(row)),
  cell: (row) => <Moment at={instantOf(at(row))} raw={textOf(at(row))} />,
})
