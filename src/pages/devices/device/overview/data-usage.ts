import { deviceGroups } from '#contract/mdm/device-fields.ts'
import { type Bag, columnsOf, type FieldTable, fieldsOf, own, plain } from '#pages/devices/device/record-fields.ts'

const { network, network_usage } = deviceGroups.network
const numbers = Object.keys(network.of).filter((name) => Object.hasOwn(network_usage.of, name))
/** Fields that are combined in one table. */
export const usageNames = new Set(['network', 'network_usage', ...numbers])

/** The same four numbers occur in three places: one row per place. */
export function usageTables(record: Bag): FieldTable[] {
  const rows = [
    { source: 'Device record', ...Object.fromEntries(numbers.map((name) => [name, own(record, name)])) },
    { source: 'network', ...fieldsOf(record.network) },
    { source: 'network_usage', ...fieldsOf(record.network_usage) },
  ].filter((row) => Object.entries(row).some(([name, value]) => name !== 'source' && value !== undefined))
  const fields = columnsOf({ source: plain, ...network.of, ...network_usage.of }, rows)
  return rows.length > 0 ? [{ path: 'network_usage', label: 'Data usage', note: 'unit not defined', fields, rows }] : []
}
