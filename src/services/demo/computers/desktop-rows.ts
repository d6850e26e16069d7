import type { Insertable } from 'kysely'
import { type ComputerSort, computerSorts } from '#contract/desktop/computer-fields.ts'
import { domains } from '#services/desktop/accounts.ts'
import {
  type InventoryTables,
  type SortColumn,
  sortColumn,
  type TextColumn,
} from '#services/desktop/inventory/tables.ts'
import { fold, sortKey } from '#services/lists/fold.ts'
import type { Machine, MachineState } from './machine.ts'
import { agentVersions } from './models.ts'

const never = (moment: number) => Math.max(0, moment)

/** Sort values, as shown in lists. */
const sortedBy: Record<ComputerSort, (machine: Machine, state: MachineState) => string | number | undefined> = {
  resource_name: ({ name }) => name,
  domain_netbios_name: ({ domainAt }) => domains[domainAt],
  os_name: ({ system }) => system.name,
  ip_address: ({ addresses }) => addresses.join(),
  agent_version: (_, { agent }) => agentVersions[agent],
  agent_last_contact_time: (_, state) => never(state.contacted_at),
  agent_logged_on_users: ({ loggedOn }) => loggedOn.join(),
  branch_office_name: ({ office }) => office.name,
  owner: ({ owner }) => owner?.name,
  model: ({ model }) => model.name,
  installation_status: (_, state) => state.installation_status,
  computer_live_status: (_, state) => state.live_status,
  scan_status: (_, state) => state.scan_status + 1,
  last_successful_scan: (_, state) => never(state.scanned_at),
}

export const sortKeysOf = (machine: Machine, state: MachineState, sorts: readonly ComputerSort[] = computerSorts) =>
  Object.fromEntries(sorts.map((sort) => [sortColumn(sort), sortKey(sortedBy[sort](machine, state))])) as Record<
    SortColumn,
    string
  >

/** Sort keys that depend on the state. */
export const changingSorts = [
  'agent_version',
  'agent_last_contact_time',
  'installation_status',
  'computer_live_status',
  'scan_status',
  'last_successful_scan',
] as const satisfies readonly ComputerSort[]

/** Searched text of a column. */
const searchedAs: Record<TextColumn, (machine: Machine) => string> = {
  resource_name: ({ name }) => name,
  fqdn_name: ({ fqdn }) => fqdn,
  ip_address: ({ addresses }) => addresses.join(),
  mac_address: ({ macs }) => macs.join(),
  agent_logged_on_users: ({ loggedOn }) => loggedOn.join(),
  owner: ({ owner }) => owner?.name ?? '',
  owner_email_id: ({ owner }) => owner?.email ?? '',
  servicetag: ({ serial }) => serial,
}

/** Database rows of a computer. */
export function desktopRows(machine: Machine, state: MachineState) {
  const pk = machine.index + 1
  return {
    desktop: {
      pk,
      os_platform: machine.platform,
      domain: machine.domainAt,
      office: machine.officeAt,
      model: machine.modelAt,
      os: machine.systemAt,
      ...state,
      ...sortKeysOf(machine, state),
    },
    desktop_text: {
      pk,
      ...(Object.fromEntries(
        Object.entries(searchedAs).map(([column, textOf]) => [column, fold(textOf(machine))]),
      ) as Record<TextColumn, string>),
    },
  } satisfies { [Table in keyof InventoryTables]?: Insertable<InventoryTables[Table]> }
}
