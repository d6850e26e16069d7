import { columnsOf } from '#components/lists/Columns.tsx'
import type { InventoryComputer } from '#contract/desktop/computer-fields.ts'
import { given, itemsOf, nameOf } from '#pages/desktops/computer-facts.ts'
import { columnLabels as labels } from '#pages/desktops/computers/computer-search.ts'

const main = columnsOf<InventoryComputer, unknown>({ sortable: true, priority: 1 }, given)
const more = columnsOf<InventoryComputer, unknown>({ sortable: true, priority: 2 }, given)
const hidden = columnsOf<InventoryComputer, unknown>({ hidden: true, priority: 2 }, given)

/** Columns for computers in the inventory. */
export const holderColumns = [
  main.text('resource_name', labels.resource_name, nameOf, { width: 170 }),
  main.text(
    'agent_logged_on_users',
    labels.agent_logged_on_users,
    ({ agent_logged_on_users: users }) => itemsOf(users).join(', '),
    { width: 150 },
  ),
  main.text('owner', labels.owner, ({ owner }) => owner, { width: 145 }),
  more.text('model', labels.model, ({ model }) => model, { width: 125 }),
  more.text('os_name', labels.os_name, ({ os_name }) => os_name, { width: 170 }),
  more.text('branch_office_name', labels.branch_office_name, (computer) => computer.branch_office_name, { width: 125 }),
  more.time('last_successful_scan', 'Last scan', (computer) => computer.last_successful_scan, { width: 115 }),
  more.text('domain_netbios_name', labels.domain_netbios_name, (computer) => computer.domain_netbios_name, {
    width: 120,
    hidden: true,
  }),
  hidden.code('servicetag', labels.servicetag, ({ servicetag }) => servicetag, { width: 140 }),
  hidden.code('asset_tag', 'Asset tag', ({ asset_tag }) => asset_tag, { width: 150 }),
]
