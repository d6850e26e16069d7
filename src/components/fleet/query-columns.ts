import { isDeviceCode } from '#contract/codes/coded-fields.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import type { Catalog, FleetField } from '#contract/fleet/field.ts'
import type { Scalar } from '#contract/wire.ts'
import type { Column } from '#ui/table/column.ts'
import type { QueryRow, QuerySubject } from './query-subject.ts'
import { valueText } from './value-words.ts'

const { text } = columnsOf<QueryRow>({ sortable: true })

const isSaid = (value: unknown) => value !== undefined && value !== null && value !== ''

const widths: Partial<Record<FleetField['kind'], number>> = { number: 110, flag: 110, list: 220 }
/** Number of columns that are also shown on phones. */
const alwaysShown = 3

type Given = Pick<Column<never>, 'priority' | 'sortable'> & { id?: string }

/** A field of the index as a column; `said` returns its value of a row. */
export function fieldColumn<T>(field: FleetField, said: (row: T) => Scalar | undefined, given: Given): Column<T> {
  const { name, label, kind, unit, kept } = field
  const columns = columnsOf<T>()
  const { id = name, ...own } = given
  const look = { width: widths[kind] ?? 145, ...own }
  if (kind === 'time') return columns.time(id, label, said, look)
  // Numbers of custom fields remain text, because they can exceed the precision of JavaScript numbers.
  if (kind === 'number' && kept === undefined && !isDeviceCode(name)) {
    const asNumber = (row: T) => {
      const value = said(row)
      return isSaid(value) && Number.isFinite(Number(value)) ? Number(value) : undefined
    }
    if (unit !== '%') return columns.number(id, label, asNumber, look)
    const percent = (row: T) => {
      const value = asNumber(row)
      return value === undefined ? '–' : `${value.toLocaleString('en')} %`
    }
    return columns.number(id, `${label} (%)`, asNumber, { ...look, width: 150, cell: percent })
  }
  const textOf = (row: T) => {
    const value = said(row)
    return value === undefined || !isSaid(value) ? undefined : valueText(field, value)
  }
  return columns.text(id, label, textOf, look)
}

const columnOf = (field: FleetField, at: number): Column<QueryRow> =>
  fieldColumn(field, ({ values }) => values[field.name], {
    priority: at < alwaysShown ? 1 : 2,
    sortable: field.part === undefined && (field.kind !== 'list' || field.kept !== undefined),
  })

export const queryColumns = (
  names: readonly string[],
  catalog: Catalog,
  { name: { field: named, label, of } }: QuerySubject,
): Column<QueryRow>[] => [
  text(named, label, of, { width: 210, priority: 1 }),
  ...names.flatMap((name, at) => {
    const field = catalog.get(name)
    return field ? [columnOf(field, at)] : []
  }),
]
