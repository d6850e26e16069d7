import type { Insertable } from 'kysely'
import { stringifyJson } from '#contract/json.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { deviceListFields, type DeviceSort, deviceSorts, type DeviceSummary } from '#contract/mdm/device-list.ts'
import type { Scalar } from '#contract/wire.ts'
import { fold, searchedText, sortKey } from '#services/lists/fold.ts'
import { withoutAssociations } from './resources/association-fields.ts'
import { type DeviceTables, type FilterColumns, type SortColumn, sortColumn } from './tables.ts'

const listNames = Object.keys(deviceListFields)

/** List row of a device. */
const summaryOf = (record: Device): DeviceSummary =>
  Object.fromEntries(listNames.filter((name) => name in record).map((name) => [name, record[name as keyof Device]]))

/** Database rows of a device, derived from its record. */
export const deviceRows = (pk: number, device: Device) => withoutAssociations(device, (record) => rowsOf(pk, record))

function rowsOf(pk: number, record: Device) {
  const summary = summaryOf(record)
  const filters: FilterColumns = {
    platform: fold(summary.platform_type ?? ''),
    device_type: fold(record.model_type ?? ''),
    owned_by: fold(String(summary.owned_by ?? '')),
    managed_status: summary.managed_status ?? null,
    is_removed: summary.is_removed ? 1 : 0,
  }
  const keys = deviceSorts.map((sort) => [sortColumn(sort), sortKey(sortValue(summary, sort))] as const)
  return {
    device: {
      pk,
      device_id: record.device_id ?? String(pk),
      user_id: record.user?.user_id ?? null,
      summary: stringifyJson(summary),
      ...filters,
      ...(Object.fromEntries(keys) as Record<SortColumn, string>),
    },
    device_search: { pk, text: textOf(summary), ...filters },
    device_record: { pk, record: stringifyJson(record) },
  } satisfies { [Table in keyof DeviceTables]?: Insertable<DeviceTables[Table]> }
}

const sortValue = (summary: DeviceSummary, sort: DeviceSort): Scalar | undefined =>
  sort === 'user_name' ? summary.user?.user_name : summary[sort]

/** Searched text; MAC addresses also without separators. */
function textOf(device: DeviceSummary): string {
  const imeis = [device.imei ?? []].flat()
  const mac = device.wifi_mac
  const plain = [
    device.device_name,
    device.udid,
    device.user?.user_name,
    device.model,
    device.asset_tag,
    device.office,
    device.wifi_ip,
    mac,
    mac?.replace(/[:.-]/g, ''),
  ]
  return searchedText(
    plain.filter((value) => value !== undefined),
    [
      ...(device.serial_number === undefined ? [] : [['serial_number', device.serial_number] as const]),
      ...imeis.map((imei) => ['imei', imei] as const),
      ...(device.user?.user_email === undefined ? [] : [['email', device.user.user_email] as const]),
    ],
  )
}
