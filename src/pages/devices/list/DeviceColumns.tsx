import { columnsOf } from '#components/lists/Columns.tsx'
import { coded } from '#contract/codes/legend.ts'
import type { DeviceSort, DeviceSummary } from '#contract/mdm/device-list.ts'
import { nameOf, personOf, platformOf, statusWords } from '#pages/devices/device-facts.ts'
import { StatusBadges } from '#components/devices/StatusBadges.tsx'
import { userOf } from '#components/devices/user-of.ts'
import { textOf } from '#contract/words/value-text.ts'
import type { Column } from '#ui/table/DataTable.tsx'

/** Sortable by the server under this column ID. */
const sorted = <S extends DeviceSort>(id: S) => id

const standard = columnsOf<DeviceSummary, unknown>({ sortable: true, priority: 1 }, textOf)
const hidden = columnsOf<DeviceSummary, unknown>({ hidden: true, priority: 2 }, textOf)
const second = { priority: 2 } as const
const byServer = { sortable: true } as const

export const deviceColumns: Column<DeviceSummary>[] = [
  standard.text(sorted('device_name'), 'Name', nameOf, { width: 226 }),
  standard.text(sorted('user_name'), 'User', (device) => userOf(device).name, { width: 130, to: personOf }),
  standard.text(sorted('managed_status'), 'Status', statusWords, {
    width: 200,
    cell: (device) => <StatusBadges device={device} compact />,
  }),
  standard.time(sorted('last_contact_time'), 'Last contact', ({ last_contact_time: at }) => at, { width: 126 }),
  standard.code(sorted('serial_number'), 'Serial number', (device) => device.serial_number, { width: 128 }),
  standard.text(sorted('model'), 'Model', ({ model, product_name }) => model ?? product_name, {
    width: 126,
    ...second,
  }),
  standard.text(sorted('platform_type'), 'Platform', platformOf, { width: 130, ...second }),
  standard.text(sorted('office'), 'Office', ({ office }) => office, { width: 120, ...second }),
  standard.text(sorted('asset_tag'), 'Asset tag', ({ asset_tag }) => asset_tag, { width: 130, ...second }),
  hidden.text('user_email', 'Email', (device) => userOf(device).email, { width: 210 }),
  hidden.text(sorted('os_version'), 'OS version', ({ os_version }) => os_version, { width: 115, ...byServer }),
  hidden.text('product_name', 'Product name', ({ product_name }) => product_name, { width: 140 }),
  hidden.coded(sorted('owned_by'), 'Owned by', ownerOf, { width: 170, ...byServer }),
  hidden.code('imei', 'IMEI', ({ imei }) => imei, { width: 165 }),
  hidden.code('udid', 'UDID', ({ udid }) => udid, { width: 320 }),
  hidden.code('wifi_ip', 'Wi-Fi IP address', ({ wifi_ip }) => wifi_ip, { width: 140 }),
  hidden.code('wifi_mac', 'Wi-Fi MAC address', ({ wifi_mac }) => wifi_mac, { width: 165 }),
  hidden.code('device_id', 'Device ID', ({ device_id }) => device_id, { width: 170 }),
]

/** The reference defines no meaning of owned_by. */
function ownerOf(device: DeviceSummary) {
  const owner = textOf(device.owned_by)
  if (owner === '') return undefined
  return /^-?\d+$/.test(owner) ? coded('owned_by', {}, owner) : { label: owner }
}
