/** Fields of computers in som and inventory; names of real servers, verbatim. */
import { aLong, aText, aTime, aValue, anInteger, type RecordOf } from '#contract/field.ts'

const identity = {
  resource_id: aLong('Beyond 2^53 on real servers'),
  resource_id_string: aText('The same id as text'),
  resource_name: aText('Name of the computer'),
  full_name: aText(),
  fqdn_name: aText(),
  domain_netbios_name: aText(),
}

const system = {
  os_name: aText(),
  os_version: aText(),
  service_pack: aText(),
  os_platform: anInteger(),
  os_platform_name: aText(),
  osflavor_id: anInteger(),
}

const agent = {
  agent_version: aText(),
  agent_installed_on: aTime(),
  agent_executed_on: aTime(),
  agent_last_contact_time: aTime(),
  agent_last_bootup_time: aTime(),
  agent_upgraded_on: aTime(),
  agent_uninstalled_on: aTime(),
  agent_logged_on_users: aText('Comma-joined'),
}

/** A row of som/computers. */
export const computerFields = {
  ...identity,
  ...system,
  ip_address: aText('Comma-joined'),
  mac_address: aText('Comma-joined'),
  ...agent,
  computer_live_status: anInteger(),
  computer_status_update_time: aTime(),
  installation_status: anInteger(),
  managed_status: anInteger('61 and 62 were seen'),
  status_label: aText('Key of a text'),
  remarks: aText('Key of a text'),
  remarks_args: aText(),
  error_code: aValue(),
  error_kb_url: aText(),
  branch_office_name: aText(),
  owner: aText(),
  owner_email_id: aText(),
  description: aText(),
  location: aText(),
  search_tag: aText(),
  last_sync_time: aTime(),
  customer_id: aLong(),
  customer_name: aText(),
  'managedcomputer.friendly_name': aText(),
  'modernappdetails.status': aValue(),
}
export type Computer = RecordOf<typeof computerFields>

/** A row of inventory/scancomputers, and of inventory/computers with additional fields of real servers. */
export const scanComputerFields = {
  ...identity,
  ...system,
  ip_address: computerFields.ip_address,
  branch_office_name: aText(),
  agent_version: aText(),
  agent_last_contact_time: aTime(),
  agent_logged_on_users: agent.agent_logged_on_users,
  computer_live_status: anInteger(),
  installation_status: anInteger(),
  owner: aText(),
  owner_email_id: aText(),
  scan_status: anInteger(),
  scan_remarks: aText('Key of a text'),
  last_scan_time: aTime(),
  last_successful_scan: aTime(),
}
export type ScanComputer = RecordOf<typeof scanComputerFields>

export const inventoryComputerFields = {
  ...scanComputerFields,
  manufacturer: aText(),
  model: aText(),
  device_type: aText(),
  no_of_processors: anInteger(),
  total_ram_memory: aValue('Bytes'),
  servicetag: aText(),
  system_type: aText(),
  boot_up_state: aText(),
  primary_owner_name: aText(),
  warranty_expiry_date: aTime(),
  shipping_date: aTime(),
  product_number: aText(),
  asset_tag: aText(),
  copies: anInteger('Installations of the software asked for'),
}
export type InventoryComputer = RecordOf<typeof inventoryComputerFields>

/** Columns that every list of computers can be searched and sorted by. */
export const computerSearchColumns = [
  'resource_name',
  'fqdn_name',
  'domain_netbios_name',
  'os_name',
  'os_version',
  'ip_address',
  'mac_address',
  'agent_version',
  'agent_logged_on_users',
  'branch_office_name',
  'owner',
  'owner_email_id',
  'location',
  'servicetag',
  'model',
  'manufacturer',
] as const
export type ComputerSearchColumn = (typeof computerSearchColumns)[number]

export const computerSorts = [
  'resource_name',
  'domain_netbios_name',
  'os_name',
  'ip_address',
  'agent_version',
  'agent_last_contact_time',
  'agent_logged_on_users',
  'branch_office_name',
  'owner',
  'model',
  'installation_status',
  'computer_live_status',
  'scan_status',
  'last_successful_scan',
] as const
export type ComputerSort = (typeof computerSorts)[number]
