import type { InventoryComputer } from '#contract/desktop/computer-fields.ts'
import { asTime, codeColumn, textColumn } from '#pages/desktops/CommonColumns.tsx'
import { itemsOf, nameOf } from '#pages/desktops/computer-facts.ts'
import type { Column } from '#ui/table/DataTable.tsx'

const main = { sortable: true, priority: 1 } as const
const more = { sortable: true, priority: 2 } as const

/** Computers as inventory lists them. */
export const holderColumns: Column<InventoryComputer>[] = [
  textColumn('resource_name', { header: 'Name', width: 170, ...main }, nameOf),
  textColumn(
    'agent_logged_on_users',
    { header: 'Logged-on users', width: 150, ...main },
    ({ agent_logged_on_users: users }) => itemsOf(users).join(', '),
  ),
  textColumn('owner', { header: 'Owner', width: 145, ...main }, ({ owner }) => owner),
  textColumn('model', { header: 'Model', width: 125, ...more }, ({ model }) => model),
  textColumn('os_name', { header: 'Operating system', width: 170, ...more }, ({ os_name }) => os_name),
  textColumn(
    'branch_office_name',
    { header: 'Branch office', width: 125, ...more },
    (computer) => computer.branch_office_name,
  ),
  asTime(
    'last_successful_scan',
    { header: 'Last scan', width: 115, ...more },
    (computer) => computer.last_successful_scan,
  ),
  textColumn(
    'domain_netbios_name',
    { header: 'Domain', width: 120, ...more, hidden: true },
    (computer) => computer.domain_netbios_name,
  ),
  codeColumn(
    'servicetag',
    { header: 'Service tag', width: 140, hidden: true, priority: 2 },
    ({ servicetag }) => servicetag,
  ),
  codeColumn('asset_tag', { header: 'Asset tag', width: 150, hidden: true, priority: 2 }, ({ asset_tag: tag }) => tag),
]
