import { isDeviceCode } from '#contract/codes/coded-fields.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import type { Output } from '#contract/endpoint.ts'
import type { queryDevices } from '#contract/fleet/fleet-endpoints.ts'
import type { Catalog, FleetField } from '#contract/fleet/field.ts'
import type { Column } from '#ui/table/column.ts'
import { valueText } from './value-words.ts'

export type Row = Output<typeof queryDevices>['rows'][number]

const { text, time, number } = columnsOf<Row>({ sortable: true })

const isSaid = (value: unknown) => value !== undefined && value !== null && value !== ''

const widths: Partial<Record<FleetField['kind'], number>> = { number: 110, flag: 110, list: 220 }
/** Those that a phone shows as well. */
const alwaysShown = 3

function columnOf(field: FleetField, at: number): Column<Row> {
  const { name, label, kind, unit, kept } = field
  const look = {
    width: widths[kind] ?? 145,
    priority: at < alwaysShown ? 1 : 2,
    sortable: kind !== 'list' || kept !== undefined,
  } as const
  const said = ({ values }: Row) => values[name]
  if (kind === 'time') return time(name, label, said, look)
  // Kept digit by digit, it may be longer than a number of the browser.
  if (kind === 'number' && kept === undefined && !isDeviceCode(name)) {
    const asNumber = (row: Row) => {
      const value = said(row)
      return isSaid(value) && Number.isFinite(Number(value)) ? Number(value) : undefined
    }
    return number(name, unit === '%' ? `${label} (%)` : label, asNumber, look)
  }
  const textOf = (row: Row) => {
    const value = said(row)
    return value === undefined || !isSaid(value) ? undefined : valueText(field, value)
  }
  return text(name, label, textOf, look)
}

export const queryColumns = (names: readonly string[], catalog: Catalog): Column<Row>[] => [
  text('device_name', 'Device', ({ device_name, device_id }) => device_name || device_id, { width: 210, priority: 1 }),
  ...names.flatMap((name, at) => {
    const field = catalog.get(name)
    return field ? [columnOf(field, at)] : []
  }),
]
