import type * as z from 'zod'
import { type ComputerSearchColumn, computerSearchColumns, computerSorts } from '#contract/desktop/computer-fields.ts'
import type { listInventoryComputers } from '#contract/desktop/inventory.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { installationStatus, liveStatus, osPlatform, scanStatus } from '#contract/desktop/status.ts'
import type { Input } from '#contract/endpoint.ts'
import { listInput, listSearch, numbersFilter, numbersOf, textFilter } from '#pages/desktops/list-search.ts'
import type { ServerList } from '#pages/desktops/use-server-list.ts'

export const computerSearch = listSearch(computerSearchColumns, computerSorts, {
  domain: textFilter,
  office: textFilter,
  live: numbersFilter,
  installation: numbersFilter,
  scan: numbersFilter,
  platform: numbersFilter,
})
export type ComputerSearch = z.output<typeof computerSearch>

/** The filters of every list of computers. */
export const toComputersInput = (search: ComputerSearch) =>
  ({
    ...listInput(search),
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
  codec: computerSearch,
  toInput: toComputersInput,
}

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

/** Without an agent, whatever the reason is. */
const notInstalled = '21,23,29'

export const statusChoices = {
  live: { ...liveStatus } as Record<string, string>,
  installation: { ...installationStatus, [notInstalled]: 'Not installed, for any reason' } as Record<string, string>,
  scan: { ...scanStatus } as Record<string, string>,
  platform: { ...osPlatform } as Record<string, string>,
}

/** What a filter says, for an empty list. */
export function describeFilter(search: ComputerSearch, name: string): string {
  if (name === 'search') return `“${search.search.trim()}” in ${columnLabels[search.in]}`
  const value = search[name as 'domain']
  const words = statusChoices[name as keyof typeof statusChoices]?.[value] ?? value
  return `${filterLabels[name as keyof typeof filterLabels]} “${words}”`
}

const filterLabels = {
  domain: 'domain',
  office: 'branch office',
  live: 'live status',
  installation: 'installation status',
  scan: 'scan status',
  platform: 'platform',
}
