import type { DeviceSummary } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'
import type { Column } from '#ui/DataTable.tsx'
import { Group } from '#ui/layout.ts'
import { Moment } from '#ui/Moment.tsx'
import { nameOf, platformOf, userOf } from './device-facts.ts'
import { textOf } from './field-value.ts'
import { StatusBadges } from './StatusBadges.tsx'

const orDash = (value: unknown) => textOf(value) || '–'

/** The columns of the list; the id of a column is what the server sorts by. */
export const deviceColumns: Column<DeviceSummary>[] = [
  { id: 'device_name', header: 'Name', sortable: true, width: 185, priority: 1, cell: nameOf },
  {
    id: 'user_name',
    header: 'User',
    sortable: true,
    width: 130,
    priority: 1,
    cell: (device) => userOf(device).name ?? '–',
  },
  {
    id: 'managed_status',
    header: 'Status',
    sortable: true,
    width: 208,
    priority: 1,
    cell: (device) => (
      <Group gap={4} wrap="nowrap">
        <StatusBadges device={device} />
      </Group>
    ),
  },
  {
    id: 'last_contact_time',
    header: 'Last contact',
    sortable: true,
    width: 130,
    priority: 1,
    cell: (device) => <Moment at={instantOf(device.last_contact_time)} raw={textOf(device.last_contact_time)} />,
  },
  {
    id: 'serial_number',
    header: 'Serial number',
    sortable: true,
    width: 126,
    priority: 1,
    value: (device) => textOf(device.serial_number),
    cell: (device) => <code>{orDash(device.serial_number)}</code>,
  },
  {
    id: 'model',
    header: 'Model',
    sortable: true,
    width: 128,
    priority: 2,
    cell: (device) => orDash(device.model ?? device.product_name),
  },
  {
    id: 'platform_type',
    header: 'Platform',
    sortable: true,
    width: 115,
    priority: 2,
    cell: (device) => platformOf(device) || '–',
  },
  { id: 'office', header: 'Office', sortable: true, width: 120, priority: 2, cell: (device) => orDash(device.office) },
  {
    id: 'asset_tag',
    header: 'Asset tag',
    sortable: true,
    width: 130,
    priority: 2,
    cell: (device) => orDash(device.asset_tag),
  },
]
