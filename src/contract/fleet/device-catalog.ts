import { labelOf } from '#contract/words/label.ts'
import type { Field, Fields } from '#contract/field.ts'
import { type DeviceGroup, deviceGroups } from '#contract/mdm/device-fields.ts'
import { certificateParts } from './certificate-parts.ts'
import type { Catalog, FleetField, FleetFieldKind } from './field.ts'

/** Indexed sections; lists of a record are queried by their own fields. */
export const deviceSections = [
  'identity',
  'hardware',
  'agent',
  'owner',
  'purchase',
  'administration',
  'network',
  'sim',
  'capacity',
  'location',
  'security',
  'privacy',
  'container',
  'restrictions',
] as const satisfies readonly DeviceGroup[]
/** Sections added later. Names of their fields never replace those of the others. */
const laterSections = ['commands', 'apps', 'profiles'] as const satisfies readonly DeviceGroup[]
export type DeviceSection = (typeof deviceSections | typeof laterSections)[number]

const kinds: Partial<Record<Field['kind'], FleetFieldKind>> = {
  text: 'text',
  id: 'text',
  integer: 'number',
  flag: 'flag',
  time: 'time',
  value: 'code',
}
/** Numbers and versions whose type the reference does not state. */
const kindOf: Record<string, FleetFieldKind> = {
  ...ofKind('number', [...Object.keys(deviceGroups.capacity), 'latitude', 'longitude', 'processor_speed']),
  ...ofKind(
    'number',
    Object.keys(deviceGroups.network).filter((name) => name.endsWith('_usage')),
  ),
  ...ofKind('version', [
    'os_version',
    'agent_version',
    'build_version',
    'executed_version',
    'latest_version',
    'app_version',
    'vendor_version',
  ]),
}
function ofKind(kind: FleetFieldKind, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, kind]))
}

const aliases: Record<string, readonly string[]> = {
  device_name: ['name'],
  os_version: ['os'],
  platform_type: ['platform'],
  last_contact_time: ['lastseen', 'seen'],
  serial_number: ['serial'],
  user_name: ['user', 'person'],
  user_email: ['email'],
  managed_status: ['status'],
  owned_by: ['ownership'],
  battery_level: ['battery'],
  passcode_present: ['passcode'],
  device_rooted: ['rooted', 'jailbroken'],
  is_lost_mode_enabled: ['lost'],
  is_supervised: ['supervised'],
  registered_time: ['enrolled'],
  warranty_expiration_date: ['warranty'],
  wifi_ip: ['ip'],
  wifi_mac: ['mac'],
  asset_tag: ['asset'],
}

/** Fields derived from several others, and lists of the record. */
const derived: FleetField[] = [
  {
    name: 'encrypted',
    label: 'Encrypted',
    kind: 'flag',
    section: 'security',
    note: 'Same result as in the security check',
  },
  {
    name: 'disk_free',
    label: 'Free storage',
    kind: 'number',
    section: 'capacity',
    unit: '%',
    aliases: ['disk', 'storage'],
  },
  { name: 'app', label: 'App', kind: 'list', section: 'apps' },
  { name: 'profile', label: 'Profile', kind: 'list', section: 'profiles' },
  { name: 'group', label: 'Group', kind: 'list', section: 'groups' },
  { name: 'certificate', label: 'Certificate', kind: 'list', section: 'certificates' },
]
/** Annotation fields. An empty one counts as missing. */
const kept: FleetField[] = [
  { name: 'owner', label: 'Owner', kind: 'text', section: 'kept', kept: 'owner' },
  { name: 'tag', label: 'Tag', kind: 'list', section: 'kept', kept: 'tags' },
  { name: 'note', label: 'Note', kind: 'text', section: 'kept', kept: 'note' },
]
const derivedNames = new Set(derived.map(({ name }) => name))

const fieldsIn = (section: DeviceSection, fields: Fields): FleetField[] =>
  Object.entries(fields).flatMap(([name, { kind, note, of }]) => {
    const known = kindOf[name] ?? (kind === 'list' && of === undefined ? 'text' : kinds[kind])
    if (known === undefined || derivedNames.has(name) || !/^[a-z]\w*$/.test(name)) return []
    const also = aliases[name]
    return [{ name, label: labelOf(name), kind: known, section, ...(also && { aliases: also }), ...(note && { note }) }]
  })
const fieldsOf = (section: DeviceSection) => fieldsIn(section, deviceGroups[section])

/** Fields added later, stored in a table of their own. */
export const laterFields: readonly FleetField[] = [
  { name: 'managed_id', label: 'Managed device ID', kind: 'text', section: 'identity', note: 'The field “:id”' },
  ...fieldsIn('container', { vendor_version: deviceGroups.container.vendor_details.of.vendor_version }),
  ...laterSections.flatMap(fieldsOf),
]
const laterLists: FleetField[] = [
  { name: 'sim', label: 'SIM', kind: 'list', section: 'sim' },
  { name: 'payload', label: 'Payload', kind: 'list', section: 'profiles' },
  { name: 'efrp_account', label: 'EFRP account', kind: 'list', section: 'security' },
]

/** Queryable fields of devices; secrets are excluded. */
export const deviceCatalog: Catalog = new Map(
  [...deviceSections.flatMap(fieldsOf), ...derived, ...kept, ...laterFields, ...laterLists, ...certificateParts].map(
    (field) => [field.name, field],
  ),
)
