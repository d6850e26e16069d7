import { columnsOf } from '#components/lists/Columns.tsx'
import type { Computer, ComputerSort } from '#contract/desktop/computer-fields.ts'
import { type StatusField, statusIn } from '#components/desktops/computer-status.ts'
import { given, itemsOf, nameOf, wordsOf } from '#pages/desktops/computer-facts.ts'
import { paths } from '#paths.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { columnLabels as labels } from './computer-search.ts'

const main = columnsOf<Computer, unknown>({ sortable: true, priority: 1 }, given)
const more = columnsOf<Computer, unknown>({ sortable: true, priority: 2 }, given)
const hidden = columnsOf<Computer, unknown>({ hidden: true, priority: 2 }, given)
const byServer = { sortable: true } as const

const asBadge = (id: Exclude<StatusField, 'scan_status'>, header: string, width: number) =>
  main.coded(id, header, (computer) => statusIn(id, computer), { width })

/** Column ids are sort parameters of the API. */
const sorted = (id: ComputerSort) => id
const joined = (value: unknown) => itemsOf(value).join(', ')

export const computerColumns: Column<Computer>[] = [
  main.text(sorted('resource_name'), labels.resource_name, nameOf, { width: 172 }),
  asBadge('installation_status', 'Agent', 150),
  asBadge('computer_live_status', 'Live status', 108),
  main.text(
    sorted('agent_logged_on_users'),
    labels.agent_logged_on_users,
    ({ agent_logged_on_users: users }) => joined(users),
    { width: 152 },
  ),
  more.time(sorted('agent_last_contact_time'), 'Last contact', ({ agent_last_contact_time: at }) => at, { width: 124 }),
  more.text(sorted('os_name'), labels.os_name, ({ os_name }) => os_name, { width: 165 }),
  more.text(sorted('domain_netbios_name'), labels.domain_netbios_name, (computer) => computer.domain_netbios_name, {
    width: 100,
  }),
  hidden.text(sorted('branch_office_name'), labels.branch_office_name, ({ branch_office_name: office }) => office, {
    width: 140,
    ...byServer,
  }),
  hidden.code(sorted('ip_address'), labels.ip_address, ({ ip_address }) => joined(ip_address), {
    width: 180,
    ...byServer,
  }),
  hidden.code('mac_address', labels.mac_address, ({ mac_address }) => joined(mac_address), { width: 190 }),
  hidden.text(sorted('owner'), labels.owner, ({ owner }) => owner, {
    width: 150,
    to: ({ owner }) => paths.person(given(owner)),
    ...byServer,
  }),
  hidden.text('owner_email_id', labels.owner_email_id, ({ owner_email_id }) => owner_email_id, { width: 220 }),
  hidden.text(sorted('agent_version'), labels.agent_version, ({ agent_version }) => agent_version, {
    width: 125,
    ...byServer,
  }),
  hidden.text('remarks', 'Remarks', ({ remarks }) => wordsOf(remarks), { width: 260 }),
  hidden.text('status_label', 'Management', ({ status_label }) => wordsOf(status_label), { width: 125 }),
  hidden.code('fqdn_name', labels.fqdn_name, ({ fqdn_name }) => fqdn_name, { width: 240 }),
  hidden.text('os_version', labels.os_version, ({ os_version }) => os_version, { width: 115 }),
  hidden.text('friendly_name', 'Friendly name', (computer) => computer['managedcomputer.friendly_name'], {
    width: 200,
  }),
  hidden.text('description', 'Description', ({ description }) => description, { width: 220 }),
  hidden.text('location', labels.location, ({ location }) => location, { width: 220 }),
  hidden.text('search_tag', 'Search tag', ({ search_tag }) => search_tag, { width: 110 }),
  hidden.time('agent_installed_on', 'Agent installed', ({ agent_installed_on: at }) => at, { width: 125 }),
  hidden.time('agent_last_bootup_time', 'Last restart', ({ agent_last_bootup_time: at }) => at, { width: 125 }),
  hidden.code('resource_id', 'Resource ID', ({ resource_id }) => resource_id, { width: 175 }),
]
