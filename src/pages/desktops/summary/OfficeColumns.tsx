import type { listRemoteOffices } from '#contract/desktop/som.ts'
import type { Output } from '#contract/endpoint.ts'
import { asCount, codeColumn, textColumn } from '#pages/desktops/CommonColumns.tsx'
import { paths } from '#paths.ts'
import type { Column } from '#ui/table/DataTable.tsx'

type Office = Output<typeof listRemoteOffices>['rows'][number]

export const officeHref = ({ branch_office_name: office = '' }: Office) =>
  `${paths.desktops}?${new URLSearchParams({ office })}`

export const officeColumns: Column<Office>[] = [
  textColumn(
    'branch_office_name',
    { header: 'Name', sortable: true, filter: true },
    (office) => office.branch_office_name,
  ),
  textColumn('address', { header: 'Address', sortable: true, filter: true, priority: 2 }, ({ address }) => address),
  codeColumn('ip_range', { header: 'IP range', width: 150, sortable: true, priority: 2 }, (office) => office.ip_range),
  asCount('total_computers', { header: 'Computers', width: 120, sortable: true }, (office) => office.total_computers),
  asCount('live_computers', { header: 'Live', width: 100, sortable: true }, (office) => office.live_computers),
]
