import type { Computer, ComputerSort } from '#contract/desktop/computer-fields.ts'
import { asTime, codeColumn, textColumn } from '#pages/desktops/CommonColumns.tsx'
import { itemsOf, nameOf, type StatusField, statusWords, wordsOf } from '#pages/desktops/computer-facts.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { columnLabels } from './computer-search.ts'
import { ComputerBadge } from './ComputerBadge.tsx'

type ComputerColumn = Column<Computer>

const hidden = { hidden: true, priority: 2 } as const
const main = { sortable: true, priority: 1 } as const
const more = { sortable: true, priority: 2 } as const

const asBadge = (id: Exclude<StatusField, 'scan_status'>, header: string, width: number): ComputerColumn => ({
  id,
  header,
  width,
  ...main,
  value: (computer) => statusWords(id, computer[id]),
  cell: (computer) => <ComputerBadge field={id} value={computer[id]} />,
})

/** The server sorts by the id of a column, where it does: ids are names of the wire. */
const sorted = (id: ComputerSort) => id
const joined = (value: unknown) => itemsOf(value).join(', ')

const usual: ComputerColumn[] = [
  textColumn(sorted('resource_name'), { header: columnLabels.resource_name, width: 172, ...main }, nameOf),
  asBadge('installation_status', 'Agent', 150),
  asBadge('computer_live_status', 'Live status', 108),
  textColumn(
    sorted('agent_logged_on_users'),
    { header: columnLabels.agent_logged_on_users, width: 152, ...main },
    ({ agent_logged_on_users: users }) => joined(users),
  ),
  asTime(
    sorted('agent_last_contact_time'),
    { header: 'Last contact', width: 124, ...more },
    ({ agent_last_contact_time: at }) => at,
  ),
  textColumn(sorted('os_name'), { header: columnLabels.os_name, width: 165, ...more }, ({ os_name }) => os_name),
  textColumn(
    sorted('domain_netbios_name'),
    { header: columnLabels.domain_netbios_name, width: 100, ...more },
    ({ domain_netbios_name: domain }) => domain,
  ),
]

const onDemand: ComputerColumn[] = [
  textColumn(
    sorted('branch_office_name'),
    { header: columnLabels.branch_office_name, width: 140, ...hidden, sortable: true },
    ({ branch_office_name: office }) => office,
  ),
  codeColumn(
    sorted('ip_address'),
    { header: columnLabels.ip_address, width: 180, ...hidden, sortable: true },
    (computer) => joined(computer.ip_address),
  ),
  codeColumn('mac_address', { header: columnLabels.mac_address, width: 190, ...hidden }, (computer) =>
    joined(computer.mac_address),
  ),
  textColumn(
    sorted('owner'),
    { header: columnLabels.owner, width: 150, ...hidden, sortable: true },
    ({ owner }) => owner,
  ),
  textColumn(
    'owner_email_id',
    { header: columnLabels.owner_email_id, width: 220, ...hidden },
    (computer) => computer.owner_email_id,
  ),
  textColumn(
    sorted('agent_version'),
    { header: columnLabels.agent_version, width: 125, ...hidden, sortable: true },
    ({ agent_version: version }) => version,
  ),
  textColumn('remarks', { header: 'Remarks', width: 260, ...hidden }, ({ remarks }) => wordsOf(remarks)),
  textColumn('status_label', { header: 'Management', width: 125, ...hidden }, ({ status_label: label }) =>
    wordsOf(label),
  ),
  codeColumn('fqdn_name', { header: columnLabels.fqdn_name, width: 240, ...hidden }, ({ fqdn_name: name }) => name),
  textColumn(
    'os_version',
    { header: columnLabels.os_version, width: 115, ...hidden },
    (computer) => computer.os_version,
  ),
  textColumn(
    'friendly_name',
    { header: 'Friendly name', width: 200, ...hidden },
    (computer) => computer['managedcomputer.friendly_name'],
  ),
  textColumn('description', { header: 'Description', width: 220, ...hidden }, ({ description }) => description),
  textColumn('location', { header: columnLabels.location, width: 220, ...hidden }, ({ location }) => location),
  textColumn('search_tag', { header: 'Search tag', width: 110, ...hidden }, ({ search_tag: tag }) => tag),
  asTime(
    'agent_installed_on',
    { header: 'Agent installed', width: 125, ...hidden },
    (computer) => computer.agent_installed_on,
  ),
  asTime(
    'agent_last_bootup_time',
    { header: 'Last restart', width: 125, ...hidden },
    (computer) => computer.agent_last_bootup_time,
  ),
  codeColumn('resource_id', { header: 'Resource ID', width: 175, ...hidden }, ({ resource_id: id }) => id),
]

export const computerColumns: ComputerColumn[] = [...usual, ...onDemand]
