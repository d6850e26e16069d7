import type { Computer, InventoryComputer, ScanComputer } from '#contract/desktop/computer-fields.ts'
import { osPlatform } from '#contract/desktop/status.ts'
import type { Machine, MachineState } from '#services/demo/computers/machine.ts'
import { agentVersions } from '#services/demo/computers/models.ts'
import { notableAt } from '#services/demo/computers/notable.ts'
import { company } from '#services/demo/people/offices.ts'
import { Dice } from '#services/demo/random.ts'
import { day, hour, type Moment } from '#services/demo/time.ts'
import { domains } from '#services/desktop/accounts.ts'

/** A computer with its state. */
export type MachineWithState = { machine: Machine; state: MachineState; seededAt: Moment }

const identityOf = ({ machine }: MachineWithState) => ({
  resource_id: machine.resourceId,
  resource_id_string: machine.resourceId,
  resource_name: machine.name,
  full_name: machine.name,
  fqdn_name: machine.fqdn,
  domain_netbios_name: domains[machine.domainAt],
  os_name: machine.system.name,
  os_version: machine.system.version,
  service_pack: machine.system.servicePack,
  os_platform: machine.platform,
  os_platform_name: osPlatform[machine.platform],
  osflavor_id: machine.system.flavorId,
})

const ownerOf = ({ owner }: Machine) => ({ owner: owner?.name ?? '', owner_email_id: owner?.email ?? '' })

const descriptions = [
  '',
  'Standard issue',
  'Loan computer, return to the front desk',
  'Meeting room',
  'Replaced in spring',
]
const errorOf = {
  'dc.db.agent.install.access_denied': 5,
  'dc.db.agent.install.host_unreachable': 53,
  'dc.db.agent.install.no_disk_space': 112,
}

export function computerRow(known: MachineWithState): Computer {
  const { machine, state } = known
  const dice = new Dice('computer row', machine.index)
  const managed = state.installation_status === 22 || state.installation_status === 24
  const contacted = state.contacted_at
  const error = errorOf[state.remarks as keyof typeof errorOf]
  return {
    ...identityOf(known),
    ip_address: machine.addresses.join(','),
    mac_address: machine.macs.join(','),
    agent_version: agentVersions[state.agent],
    agent_installed_on: state.agent_at,
    agent_executed_on: state.agent_at,
    agent_last_contact_time: contacted,
    agent_last_bootup_time: contacted === -1 ? -1 : contacted - dice.between(1, 24 * 40) * hour,
    agent_upgraded_on: state.agent === 1 ? state.agent_at : -1,
    agent_uninstalled_on: state.removed_at,
    agent_logged_on_users: machine.loggedOn.join(','),
    computer_live_status: state.live_status,
    computer_status_update_time: Math.max(contacted, known.seededAt - hour),
    installation_status: state.installation_status,
    managed_status: managed ? 61 : 62,
    status_label: managed ? 'dc.common.status.managed' : 'dc.common.status.not_managed',
    remarks: state.remarks,
    remarks_args: error === undefined ? '' : machine.name,
    error_code: error ?? -1,
    error_kb_url: error === undefined ? '' : `https://kb.harbourvale.example/agent/${error}`,
    branch_office_name: machine.office.name,
    ...ownerOf(machine),
    description: notableAt(machine.index)?.why ?? dice.pick(descriptions),
    location: machine.office.address,
    search_tag: dice.chance(0.2) ? 'pilot' : '',
    last_sync_time: known.seededAt - 2 * hour,
    customer_id: '1',
    customer_name: company,
    'managedcomputer.friendly_name': machine.owner ? `${machine.owner.name} (${machine.model.name})` : machine.name,
    'modernappdetails.status': managed && machine.platform === 1 ? 2 : -1,
  }
}

export function scanRow(known: MachineWithState): ScanComputer {
  const { machine, state } = known
  return {
    ...identityOf(known),
    ip_address: machine.addresses.join(','),
    branch_office_name: machine.office.name,
    agent_version: agentVersions[state.agent],
    agent_last_contact_time: state.contacted_at,
    agent_logged_on_users: machine.loggedOn.join(','),
    computer_live_status: state.live_status,
    installation_status: state.installation_status,
    ...ownerOf(machine),
    scan_status: state.scan_status,
    scan_remarks: state.scan_remarks,
    last_scan_time: state.tried_at,
    last_successful_scan: state.scanned_at,
  }
}

/** Purchase and warranty dates; none for virtual machines. */
export function purchaseOf({ index, model }: Machine, seededAt: Moment) {
  if (model.type === 'Virtual machine') return { shipping_date: -1, warranty_expiry_date: -1 }
  const dice = new Dice('desktop purchase', index)
  const shipped = seededAt - dice.between(20, 1900) * day
  return { shipping_date: shipped, warranty_expiry_date: shipped + dice.pick([730, 1095, 1460, 1825]) * day }
}

export function inventoryRow(known: MachineWithState, copies: number | undefined): InventoryComputer {
  const { machine, seededAt } = known
  const { model } = machine
  return {
    ...scanRow(known),
    manufacturer: model.manufacturer,
    model: model.name,
    device_type: model.type,
    no_of_processors: model.processors,
    total_ram_memory: machine.ramBytes,
    servicetag: machine.serial,
    system_type: machine.platform === 2 ? 'ARM64-based' : 'x64-based PC',
    boot_up_state: 'Normal boot',
    primary_owner_name: machine.owner?.name ?? company,
    ...purchaseOf(machine, seededAt),
    product_number: `${model.name.slice(0, 2).toUpperCase()}-${model.processors}${model.diskGb}`,
    asset_tag:
      model.type === 'Virtual machine' ? '' : `HV-${machine.office.code}-D${String(machine.index).padStart(6, '0')}`,
    copies,
  }
}
