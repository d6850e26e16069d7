import { CodeValue } from '#components/value-notes/CodeValue.tsx'
import type { CodeWords } from '#components/value-notes/Words.tsx'
import { instantOf } from '#contract/time.ts'
import type { Scalar } from '#contract/wire.ts'
import type { Column } from '#ui/table/column.ts'
import { basicColumns, type Look } from '#ui/table/Columns.tsx'

/** Column factories for lists, including times in the formats of the services. `read` converts a value to text. */
export function columnsOf<T, V = string | undefined>(common: Look<T> = {}, read?: (value: NonNullable<V>) => string) {
  const basic = basicColumns<T, V>(common, read)
  const time = (id: string, header: string, scalar: (row: T) => Scalar | undefined, look?: Look<T>): Column<T> => {
    const at = (row: T) => instantOf(scalar(row))
    const raw = (row: T) => String(scalar(row) ?? '')
    // Unparsable times are exported unchanged, unless they are placeholders for a missing time.
    const value = (row: T) => at(row)?.getTime() ?? (/\w/.test(raw(row)) ? raw(row) : undefined)
    return { ...basic.date(id, header, at, { raw, ...look }), value }
  }
  /** Single-line badge; a value without a defined meaning is shown with its note. */
  const coded = (id: string, header: string, value: (row: T) => CodeWords | undefined, look?: Look<T>) => {
    const cell = (row: T) => {
      const of = value(row)
      return of?.label ? <CodeValue of={of} compact /> : (look?.missing ?? common.missing ?? '–')
    }
    return basic.choice(id, header, (row) => value(row)?.label as V, { cell, ...look })
  }
  return { ...basic, time, coded }
}
