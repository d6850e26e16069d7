import { computerCatalog, laterFields as laterOfComputers } from '#contract/fleet/computer-catalog.ts'
import { deviceCatalog, laterFields as laterOfDevices } from '#contract/fleet/device-catalog.ts'
import type { Catalog, FleetField } from '#contract/fleet/field.ts'
import type { IndexedKind } from '#contract/fleet/kept-fields.ts'

/** Frequently compared fields, stored in the narrow main table (decision 163). */
const comparedOfDevices = [
  'device_name',
  'platform_type',
  'os_version',
  'model',
  'owned_by',
  'managed_status',
  'last_contact_time',
  'registered_time',
  'office',
  'encrypted',
  'passcode_present',
  'device_rooted',
  'disk_free',
  'battery_level',
  'is_lost_mode_enabled',
  'is_supervised',
  'is_removed',
]
/** Identifying fields, which are also combined into the search text. */
const lookedUpOfDevices = [
  'serial_number',
  'udid',
  'imei',
  'model_type',
  'product_name',
  'user_name',
  'user_email',
  'asset_tag',
  'wifi_ip',
  'wifi_mac',
  'agent_version',
]

const comparedOfComputers = [
  'resource_name',
  'os_platform_name',
  'os_name',
  'os_version',
  'installation_status',
  'computer_live_status',
  'scan_status',
  'agent_last_contact_time',
  'last_successful_scan',
  'branch_office_name',
  'domain_netbios_name',
  'disk_free',
  'memory',
  'device_type',
]
const lookedUpOfComputers = [
  'fqdn_name',
  'resource_id',
  'agent_logged_on_users',
  'owner',
  'owner_email_id',
  'ip_address',
  'mac_address',
  'serial_number',
  'device_model',
  'device_manufacturer',
  'agent_version',
]

/** Fields of which the search text consists. */
const searchedOfDevices = [
  'device_name',
  'serial_number',
  'udid',
  'imei',
  'meid',
  'user_name',
  'user_email',
  'model',
  'product_name',
  'asset_tag',
  'office',
  'wifi_ip',
  'wifi_mac',
  'bluetooth_mac',
  'ethernet_ip',
  'ethernet_macs',
  'iccid',
  'imsi',
  'description',
]
const searchedOfComputers = [
  'resource_name',
  'full_name',
  'fqdn_name',
  'friendly_name',
  'resource_id',
  'agent_logged_on_users',
  'owner',
  'owner_email_id',
  'ip_address',
  'mac_address',
  'serial_number',
  'device_model',
  'branch_office_name',
  'description',
]

/** Fields added later are in a table of their own: it has a row once they were read. */
export const laterTable = 'fleet_device_further'
export const fleetTables = [
  'fleet_device',
  'fleet_device_text',
  'fleet_device_detail',
  'fleet_device_restriction',
  laterTable,
] as const
export type FleetTable = (typeof fleetTables)[number]
type FurtherTable =
  | 'fleet_device_entry'
  | 'fleet_entry'
  | 'fleet_change'
  | 'fleet_site'
  | 'fleet_identifier'
  | 'fleet_device_annotation'
  | 'fleet_tally'
  | 'fleet_certificate'
  | 'fleet_device_certificate'

/** Location of a field's value; `kept`: an annotation. */
export type FleetColumn = {
  field: FleetField
  table: FleetTable | 'kept'
  type: 'text' | 'double precision' | 'bigint' | 'smallint'
  /** For versions: the column with the sortable form. */
  order?: string
}

/**
 * Storage layout of an indexed kind. Tables have the same columns except for fields, and queries use the names of the
 * device tables as aliases.
 */
export type Layout = {
  kind: IndexedKind['kind']
  table: (name: FleetTable | FurtherTable) => string
  tables: readonly FleetTable[]
  columns: ReadonlyMap<string, FleetColumn>
  /** Lists of the record, stored in separate tables. */
  lists: readonly string[]
  /** Values of each certificate. */
  parts: ReadonlyMap<string, FleetField>
  /** Column that states whether a record contains a list; undefined if every record does. */
  statedIn?: (list: string) => string
  /** Fields of which the search text consists. */
  searched: readonly string[]
  /** Field that names a row. */
  nameField: string
  /** Plural name for messages. */
  many: string
}

const typeOf = { text: 'text', code: 'text', version: 'text', number: 'double precision', time: 'bigint' } as const

type Given = {
  catalog: Catalog
  compared: readonly string[]
  lookedUp: readonly string[]
  later: readonly FleetField[]
} & Pick<Layout, 'searched' | 'nameField' | 'many' | 'statedIn'>

function layoutOf(kind: Layout['kind'], { catalog, compared, lookedUp, later, ...named }: Given): Layout {
  const laterNames = new Set(later.map(({ name }) => name))
  const tableOf = ({ name, section }: FleetField): FleetTable => {
    if (compared.includes(name)) return 'fleet_device'
    if (lookedUp.includes(name)) return 'fleet_device_text'
    if (laterNames.has(name)) return laterTable
    return section === 'restrictions' ? 'fleet_device_restriction' : 'fleet_device_detail'
  }
  const columns = [...catalog.values()].flatMap((field): FleetColumn[] => {
    const { kind: valued, name } = field
    if (valued === 'list' || valued === 'date' || field.kept !== undefined || field.part) return []
    const type = valued === 'flag' ? 'smallint' : typeOf[valued]
    return [{ field, table: tableOf(field), type, ...(valued === 'version' && { order: `${name}_order` }) }]
  })
  return {
    kind,
    table: (name) =>
      kind === 'device'
        ? name
        : name.startsWith('fleet_device')
          ? name.replace('device', 'computer')
          : name.replace('fleet', 'fleet_computers'),
    tables: fleetTables.filter((table) => columns.some((column) => column.table === table)),
    columns: new Map(columns.map((column) => [column.field.name, column])),
    lists: [...catalog.values()]
      .filter((field) => field.kind === 'list' && field.kept === undefined)
      .map(({ name }) => name),
    parts: new Map([...catalog].filter(([, field]) => field.part)),
    ...named,
  }
}

export const deviceLayout = layoutOf('device', {
  catalog: deviceCatalog,
  compared: comparedOfDevices,
  lookedUp: lookedUpOfDevices,
  later: laterOfDevices,
  searched: searchedOfDevices,
  nameField: 'device_name',
  many: 'devices',
})
export const computerLayout = layoutOf('computer', {
  catalog: computerCatalog,
  compared: comparedOfComputers,
  lookedUp: lookedUpOfComputers,
  later: laterOfComputers,
  searched: searchedOfComputers,
  nameField: 'resource_name',
  many: 'computers',
  statedIn: (list) => `${list}_stated`,
})

/** Columns of the device layout. */
export const fleetColumns = deviceLayout.columns

const columnsOfCatalog = new WeakMap<Catalog, ReadonlyMap<string, FleetColumn>>()

/** All queryable columns, including annotations. */
export function columnsIn(catalog: Catalog, layout: Layout = deviceLayout): ReadonlyMap<string, FleetColumn> {
  const known = columnsOfCatalog.get(catalog)
  if (known) return known
  const kept = [...catalog.values()].filter((field) => field.kept !== undefined)
  const columns = new Map<string, FleetColumn>([
    ...layout.columns,
    ...kept.map((field) => [field.name, { field, table: 'kept', type: 'text' } as const] as const),
  ])
  columnsOfCatalog.set(catalog, columns)
  return columns
}

export const columnsOf = (table: FleetTable, { columns }: Layout): FleetColumn[] =>
  [...columns.values()].filter((column) => column.table === table)

const namesByTable = new WeakMap<Layout, Map<FleetTable, readonly string[]>>()

/** Names of these columns and their sort columns. */
export function columnNames(table: FleetTable, layout: Layout): readonly string[] {
  const ofLayout = namesByTable.get(layout) ?? new Map<FleetTable, readonly string[]>()
  namesByTable.set(layout, ofLayout)
  const names =
    ofLayout.get(table) ??
    columnsOf(table, layout).flatMap(({ field, order }) => (order === undefined ? [field.name] : [field.name, order]))
  ofLayout.set(table, names)
  return names
}

/** Lists of all kinds; their names are reserved. */
export const fleetLists = [...new Set([...deviceLayout.lists, ...computerLayout.lists])]

/** Rows of the main table that queries leave out, in SQL. An index of PostgreSQL has the same condition. */
export const absentRows = ({ columns }: Layout, row = '') =>
  columns.has('is_removed') ? `(${row}gone_at <> 0 or ${row}is_removed = 1)` : `${row}gone_at <> 0`

const bitsOfLists = ['app', 'profile', 'group', 'certificate', 'sim', 'payload', 'efrp_account', 'volume']
/** Bit of a list in `lists`. These are stored: lists may be added at the end only. */
export function listBit(list: string): number {
  const at = bitsOfLists.indexOf(list)
  if (at === -1) throw new Error(`${list}: has no bit`)
  return 2 ** at
}

/** Sortable form of a version, with padded parts: `15.2` → `00000015.00000002`. */
export const versionOrder = (version: string): string =>
  version
    .trim()
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(8, '0'))
