import type { DeviceSort, DeviceSummary } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'
import { nameOf, platformOf, statusWords, userOf } from '#pages/devices/device-facts.ts'
import { StatusBadges } from '#pages/devices/device/StatusBadges.tsx'
import { textOf } from '#pages/devices/field-value.ts'
import { Group } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { Moment } from '#ui/values/Moment.tsx'

type DeviceColumn = Column<DeviceSummary>

/** A column that says one text. */
const textColumn = (column: Omit<DeviceColumn, 'cell' | 'value'>, text: (device: DeviceSummary) => string) => ({
  ...column,
  value: text,
  cell: (device: DeviceSummary) => text(device) || '–',
})

/** Likewise, of what is read letter by letter. */
const codeColumn = (column: Omit<DeviceColumn, 'cell' | 'value'>, text: (device: DeviceSummary) => string) => ({
  ...column,
  value: text,
  cell: (device: DeviceSummary) => <code>{text(device) || '–'}</code>,
})

/** The server sorts by these; the id of a column is its name for it. */
const sorted = <S extends DeviceSort>(id: S) => ({ id, sortable: true })
const hidden = { hidden: true, priority: 2 } as const

const usual: DeviceColumn[] = [
  textColumn({ ...sorted('device_name'), header: 'Name', width: 226, priority: 1 }, nameOf),
  textColumn(
    { ...sorted('user_name'), header: 'User', width: 130, priority: 1 },
    (device) => userOf(device).name ?? '',
  ),
  {
    ...sorted('managed_status'),
    header: 'Status',
    width: 200,
    priority: 1,
    value: statusWords,
    cell: (device) => (
      <Group gap={4} wrap="nowrap">
        <StatusBadges device={device} />
      </Group>
    ),
  },
  {
    ...sorted('last_contact_time'),
    header: 'Last contact',
    width: 126,
    priority: 1,
    kind: 'date',
    value: ({ last_contact_time: at }) => instantOf(at)?.getTime() ?? textOf(at),
    cell: ({ last_contact_time: at }) => <Moment at={instantOf(at)} raw={textOf(at)} />,
  },
  codeColumn({ ...sorted('serial_number'), header: 'Serial number', width: 128, priority: 1 }, (device) =>
    textOf(device.serial_number),
  ),
  textColumn({ ...sorted('model'), header: 'Model', width: 126, priority: 2 }, (device) =>
    textOf(device.model ?? device.product_name),
  ),
  textColumn({ ...sorted('platform_type'), header: 'Platform', width: 130, priority: 2 }, platformOf),
  textColumn({ ...sorted('office'), header: 'Office', width: 120, priority: 2 }, (device) => textOf(device.office)),
  textColumn({ ...sorted('asset_tag'), header: 'Asset tag', width: 130, priority: 2 }, (device) =>
    textOf(device.asset_tag),
  ),
]

const onDemand: DeviceColumn[] = [
  textColumn({ id: 'user_email', header: 'Email', width: 210, ...hidden }, (device) => userOf(device).email ?? ''),
  textColumn({ ...sorted('os_version'), header: 'OS version', width: 115, ...hidden }, (device) =>
    textOf(device.os_version),
  ),
  textColumn({ id: 'product_name', header: 'Product name', width: 140, ...hidden }, (device) =>
    textOf(device.product_name),
  ),
  // The reference gives owned_by no meaning.
  textColumn({ ...sorted('owned_by'), header: 'Owned by', width: 170, ...hidden }, (device) => {
    const owner = textOf(device.owned_by)
    return /^-?\d+$/.test(owner) ? `${owner}, meaning not defined` : owner
  }),
  codeColumn({ id: 'imei', header: 'IMEI', width: 165, ...hidden }, (device) => textOf(device.imei)),
  codeColumn({ id: 'udid', header: 'UDID', width: 320, ...hidden }, (device) => textOf(device.udid)),
  codeColumn({ id: 'wifi_ip', header: 'Wi-Fi IP address', width: 140, ...hidden }, (device) => textOf(device.wifi_ip)),
  codeColumn({ id: 'wifi_mac', header: 'Wi-Fi MAC address', width: 165, ...hidden }, (device) =>
    textOf(device.wifi_mac),
  ),
  codeColumn({ id: 'device_id', header: 'Device ID', width: 170, ...hidden }, (device) => textOf(device.device_id)),
]

export const deviceColumns: DeviceColumn[] = [...usual, ...onDemand]
