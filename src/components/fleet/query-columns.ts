import { isDeviceCode } from '#contract/codes/coded-fields.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import type { Catalog, FleetField } from '#contract/fleet/field.ts'
import type { Column } from '#ui/table/column.ts'
import type { QueryRow, QuerySubject } from './query-subject.ts'
import { valueText } from './value-words.ts'

const { text, time, number } = columnsOf<QueryRow>({ sortable: true })

const isSaid = (value: unknown) => value !== undefined && value !== null && value !== ''

const widths: Partial<Record<FleetField['kind'], number>> = { number: 110, flag: 110, list: 220 }
/** Number of columns that are also shown on phones. */
const alwaysShown = 3

function columnOf(field: FleetField, at: number): Column<QueryRow> {
  const { name, label, kind, unit, kept } = field
  const look = {
    width: widths[kind] ?? 145,
    priority: at < alwaysShown ? 1 : 2,
    sortable: kind !== 'list' || kept !== undefined,
  } as const
  const said = ({ values }: QueryRow) => values[name]
  if (kind === 'time') return time(name, label, said, look)
  // Numbers of custom fields remain text, because they can exceed the precision of JavaScript numbers.
  if (kind === 'number' && kept === undefined && !isDeviceCode(name)) {
    const asNumber = (row: QueryRow) => {
      const value = said(row)
      return isSaid(value) && Number.isFinite(Number(value)) ? Number(value) : undefined
    }
    return number(name, unit === '%' ? `${label} (%)` : label, asNumber, look)
  }
  const textOf = (row: QueryRow) => {
    const value = said(row)
    return value === undefined || !isSaid(value) ? undefined : valueText(field, value)
  }
  return text(name, label, textOf, look)
}

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
