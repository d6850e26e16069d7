import { columnsOf } from '#components/lists/Columns.tsx'
import type { listRemoteOffices } from '#contract/desktop/som.ts'
import type { Output } from '#contract/endpoint.ts'
import { given } from '#pages/desktops/computer-facts.ts'
import { paths } from '#paths.ts'

type Office = Output<typeof listRemoteOffices>['rows'][number]

export const officeHref = ({ branch_office_name: office = '' }: Office) =>
  `${paths.desktops}?${new URLSearchParams({ office })}`

const { text, code, number } = columnsOf<Office, unknown>({ sortable: true }, given)

export const officeColumns = [
  text('branch_office_name', 'Name', (office) => office.branch_office_name, { filter: true }),
  text('address', 'Address', ({ address }) => address, { filter: true, priority: 2 }),
  code('ip_range', 'IP range', ({ ip_range }) => ip_range, { width: 150, priority: 2 }),
  number('total_computers', 'Computers', ({ total_computers }) => total_computers, { width: 120 }),
  number('live_computers', 'Live', ({ live_computers }) => live_computers, { width: 100 }),
]
