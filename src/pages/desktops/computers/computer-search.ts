import { listAddress, textUpTo } from '#components/lists/list-address.ts'
import { callList } from '#components/desktops/checked-list.ts'
import type { ServerList } from '#components/lists/use-server-list.ts'
import { macAsWritten } from '#components/lookup/mac-address.ts'
import { type ComputerSearchColumn, computerSearchColumns, computerSorts } from '#contract/desktop/computer-fields.ts'
import type { listInventoryComputers } from '#contract/desktop/inventory.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { installationStatus, liveStatus, osPlatform, scanStatus } from '#contract/desktop/status.ts'
import type { Input } from '#contract/endpoint.ts'
import { exportLimit, listFields, listInput, numbersFilter, numbersOf, partOf } from '#pages/desktops/server-list.ts'

export const columnLabels: Record<ComputerSearchColumn, string> = {
  resource_name: 'Name',
  fqdn_name: 'Full DNS name',
  domain_netbios_name: 'Domain',
  os_name: 'Operating system',
  os_version: 'OS version',
  ip_address: 'IP address',
  mac_address: 'MAC address',
  agent_version: 'Agent version',
  agent_logged_on_users: 'Logged-on users',
  branch_office_name: 'Branch office',
  owner: 'Owner',
  owner_email_id: 'Owner’s email',
  location: 'Location',
  servicetag: 'Service tag',
  model: 'Model',
  manufacturer: 'Manufacturer',
}

/** Filter for computers without an agent, whatever the reason. */
const notInstalled = '21,23,29'

export const statusChoices = {
  live: { ...liveStatus } as Record<string, string>,
  installation: { ...installationStatus, [notInstalled]: 'Not installed, for any reason' } as Record<string, string>,
  scan: { ...scanStatus } as Record<string, string>,
  platform: { ...osPlatform } as Record<string, string>,
}

/** Label of a status, or its number. */
const words = (name: keyof typeof statusChoices, value: string) => statusChoices[name][value] ?? value

export const computerSearch = listAddress(
  {
    ...listFields(computerSearchColumns, computerSorts),
    domain: textUpTo(200),
    office: textUpTo(200),
    live: numbersFilter,
    installation: numbersFilter,
    scan: numbersFilter,
    platform: numbersFilter,
  },
  {
    search: ({ search, in: column }) => `“${search.trim()}” in ${columnLabels[column]}`,
    domain: ({ domain }) => `domain “${domain}”`,
    office: ({ office }) => `branch office “${office}”`,
    live: ({ live }) => `live status “${words('live', live)}”`,
    installation: ({ installation }) => `installation status “${words('installation', installation)}”`,
    scan: ({ scan }) => `scan status “${words('scan', scan)}”`,
    platform: ({ platform }) => `platform “${words('platform', platform)}”`,
  },
)
export type ComputerSearch = (typeof computerSearch)['defaults']

/** Request parameters shared by all lists of computers. */
export const toComputersInput = (search: ComputerSearch) =>
  ({
    ...listInput(search.in === 'mac_address' ? { ...search, search: macAsWritten(search.search.trim()) } : search),
    domainfilter: search.domain || undefined,
    branchofficefilter: search.office || undefined,
    livestatusfilter: numbersOf(search.live),
    installstatusfilter: numbersOf(search.installation),
    scanstatusfilter: numbersOf(search.scan),
    platformfilter: numbersOf(search.platform),
  }) satisfies Input<typeof listComputers> & Input<typeof listInventoryComputers>

export const computers: ServerList<typeof listComputers, ComputerSearch> = {
  name: 'computers',
  endpoint: listComputers,
  address: computerSearch,
  input: toComputersInput,
  part: partOf,
  ask: callList,
  exportLimit,
}
