import { computerFields, scanComputerFields } from '#contract/desktop/computer-fields.ts'
import { computerDetailFields } from '#contract/desktop/inventory-fields.ts'
import type { Field, Fields } from '#contract/field.ts'
import { labelOf } from '#contract/words/label.ts'
import type { Catalog, FleetField, FleetFieldKind } from './field.ts'
import type { IndexedKind } from './kept-fields.ts'

const { computer_hardware_summary: hardware, computer_software_summary: software } = computerDetailFields

/** Section of each group of fields. */
const sections = {
  identity: [
    'resource_name',
    'full_name',
    'fqdn_name',
    'domain_netbios_name',
    'branch_office_name',
    'location',
    'description',
    'search_tag',
    'customer_name',
    'resource_id',
  ],
  owner: ['agent_logged_on_users', 'owner', 'owner_email_id'],
  network: ['ip_address', 'mac_address'],
  system: ['os_name', 'os_version', 'service_pack', 'os_platform_name', 'os_platform'],
  agent: [
    'installation_status',
    'computer_live_status',
    'agent_version',
    'agent_last_contact_time',
    'agent_last_bootup_time',
    'agent_installed_on',
    'agent_upgraded_on',
    'agent_uninstalled_on',
    'computer_status_update_time',
    'last_sync_time',
    'status_label',
    'remarks',
    'error_code',
  ],
  scan: ['scan_status', 'scan_remarks', 'last_scan_time', 'last_successful_scan'],
} as const

const kinds: Partial<Record<Field['kind'], FleetFieldKind>> = {
  text: 'text',
  id: 'text',
  integer: 'number',
  time: 'time',
  value: 'code',
}
const kindOf: Record<string, FleetFieldKind> = {
  os_version: 'version',
  agent_version: 'version',
  os_platform: 'code',
  managed_status: 'code',
  osflavor_id: 'code',
  installation_status: 'code',
  computer_live_status: 'code',
  scan_status: 'code',
}

/** Column labels of the lists of computers. */
const labels: Record<string, string> = {
  resource_name: 'Name',
  fqdn_name: 'Full DNS name',
  domain_netbios_name: 'Domain',
  branch_office_name: 'Branch office',
  resource_id: 'Resource ID',
  agent_logged_on_users: 'Logged-on users',
  owner_email_id: 'Owner’s email',
  os_name: 'Operating system',
  os_platform_name: 'Platform',
  os_platform: 'Platform number',
  installation_status: 'Agent',
  computer_live_status: 'Live status',
  scan_status: 'Scan',
  agent_last_contact_time: 'Last contact',
  agent_last_bootup_time: 'Last restart',
  agent_installed_on: 'Agent installed',
  agent_upgraded_on: 'Agent upgraded',
  agent_uninstalled_on: 'Agent uninstalled',
  computer_status_update_time: 'Live status updated',
  last_sync_time: 'Last directory sync',
  status_label: 'Management',
  last_scan_time: 'Last scan attempt',
  device_manufacturer: 'Manufacturer',
  device_model: 'Model',
  device_type: 'Type',
  no_of_processors: 'Processors',
  shipping_date: 'Shipped',
  warranty_expiry_date: 'Warranty ends',
  total_software: 'Software items',
}

const aliases: Record<string, readonly string[]> = {
  resource_name: ['name'],
  fqdn_name: ['fqdn'],
  domain_netbios_name: ['domain'],
  branch_office_name: ['office'],
  agent_logged_on_users: ['user', 'person'],
  owner_email_id: ['email'],
  ip_address: ['ip'],
  mac_address: ['mac'],
  os_version: ['os'],
  os_platform_name: ['platform'],
  installation_status: ['agent'],
  computer_live_status: ['live'],
  agent_last_contact_time: ['lastseen', 'seen'],
  agent_last_bootup_time: ['restarted'],
  scan_status: ['scan'],
  last_successful_scan: ['scanned'],
  device_manufacturer: ['manufacturer'],
  device_model: ['model'],
  device_type: ['type'],
  serial_number: ['serial'],
  warranty_expiry_date: ['warranty'],
  prohibited_software: ['prohibited'],
}

const fieldOf = (section: string, name: string, { kind, note }: Field): FleetField[] => {
  const known = kindOf[name] ?? kinds[kind]
  const also = aliases[name]
  return known === undefined
    ? []
    : [
        {
          name,
          label: labels[name] ?? labelOf(name),
          kind: known,
          section,
          ...(also && { aliases: also }),
          ...(note !== undefined && { note }),
        },
      ]
}
const listed: Fields = { ...scanComputerFields, ...computerFields }
const ofLists = Object.entries(sections).flatMap(([section, names]) =>
  names.flatMap((name) => fieldOf(section, name, listed[name] as Field)),
)
const ofDetail = (section: string, fields: Fields, without: readonly string[] = []) =>
  Object.entries(fields).flatMap(([name, field]) => (without.includes(name) ? [] : fieldOf(section, name, field)))

/** Fields derived from several others, and lists of the details. */
const derived: FleetField[] = [
  { name: 'friendly_name', label: 'Friendly name', kind: 'text', section: 'identity' },
  { name: 'memory', label: 'Memory (GB)', kind: 'number', section: 'hardware', aliases: ['ram'] },
  {
    name: 'disk_free',
    label: 'Free storage',
    kind: 'number',
    section: 'capacity',
    unit: '%',
    aliases: ['disk', 'storage'],
    note: 'Of the volume with the smallest free share',
  },
  { name: 'all_disks_free', label: 'Free storage of all volumes', kind: 'number', section: 'capacity', unit: '%' },
  { name: 'disk_left', label: 'Free storage (GB)', kind: 'number', section: 'capacity', note: 'Of all volumes' },
  { name: 'disk_size', label: 'Storage (GB)', kind: 'number', section: 'capacity', note: 'Of all volumes' },
  { name: 'disks', label: 'Volumes', kind: 'text', section: 'capacity', note: 'Each with its free and total storage' },
  {
    name: 'volume',
    label: 'Volume',
    kind: 'list',
    section: 'capacity',
    unit: '%',
    note: 'Compared by its free share: volume:"C:"<10%',
  },
  { name: 'app', label: 'Software', kind: 'list', section: 'software', aliases: ['app', 'software'] },
]

/** Fields added later, stored in a table of their own. */
export const laterFields: readonly FleetField[] = [
  ...fieldOf('identity', 'customer_id', computerFields.customer_id),
  ...fieldOf('system', 'osflavor_id', computerFields.osflavor_id),
  ...fieldOf('agent', 'managed_status', computerFields.managed_status),
  ...fieldOf('agent', 'agent_executed_on', computerFields.agent_executed_on),
  ...fieldOf('agent', 'remarks_args', computerFields.remarks_args),
  ...fieldOf('agent', 'error_kb_url', computerFields.error_kb_url),
  { name: 'modern_app_status', label: 'Modern app status', kind: 'code', section: 'agent' },
  { name: 'percent_used', label: 'Used storage', kind: 'number', section: 'capacity', unit: '%' },
]

/** Annotation fields. `owner` is the server's own field. */
const kept: FleetField[] = [
  {
    name: 'kept_owner',
    label: 'Owner in the console',
    kind: 'text',
    section: 'kept',
    aliases: ['kept.owner'],
    kept: 'owner',
  },
  { name: 'tag', label: 'Tag', kind: 'list', section: 'kept', kept: 'tags' },
  { name: 'note', label: 'Note', kind: 'text', section: 'kept', kept: 'note' },
]

/** Queryable fields of computers in desktop management. */
export const computerCatalog: Catalog = new Map(
  [
    ...ofLists,
    ...ofDetail('hardware', hardware.of, ['memory']),
    ...ofDetail('software', software.of),
    ...derived,
    ...kept,
    ...laterFields,
  ].map((field) => [field.name, field]),
)
export const ofComputers: IndexedKind = { kind: 'computer', catalog: computerCatalog }
