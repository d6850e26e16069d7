import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import type { Catalog, FleetField } from '#contract/fleet/field.ts'

/** What most questions compare: it stands in the narrow table that every question reads (decision 163). */
const compared = new Set([
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
])
/** By these a device is looked up; the text of all of them stands beside them. */
const lookedUp = new Set([
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
])

export const fleetTables = [
  'fleet_device',
  'fleet_device_text',
  'fleet_device_detail',
  'fleet_device_restriction',
] as const
export type FleetTable = (typeof fleetTables)[number]

function tableOf({ name, section }: FleetField): FleetTable {
  if (compared.has(name)) return 'fleet_device'
  if (lookedUp.has(name)) return 'fleet_device_text'
  return section === 'restrictions' ? 'fleet_device_restriction' : 'fleet_device_detail'
}

/** Where the value of a field stands; `kept`: among what people keep in the console. */
export type FleetColumn = {
  field: FleetField
  table: FleetTable | 'kept'
  type: 'text' | 'double precision' | 'bigint' | 'smallint'
  /** Of a version: the column of text that sorts as versions do. */
  order?: string
}

const typeOf = { text: 'text', code: 'text', version: 'text', number: 'double precision', time: 'bigint' } as const

const columnOf = (field: FleetField): FleetColumn[] => {
  const { kind, name } = field
  if (kind === 'list' || kind === 'date' || field.kept !== undefined) return []
  const type = kind === 'flag' ? 'smallint' : typeOf[kind]
  return [{ field, table: tableOf(field), type, ...(kind === 'version' && { order: `${name}_order` }) }]
}

export const fleetColumns: ReadonlyMap<string, FleetColumn> = new Map(
  [...deviceCatalog.values()].flatMap(columnOf).map((column) => [column.field.name, column]),
)

const columnsOfCatalog = new WeakMap<Catalog, ReadonlyMap<string, FleetColumn>>()

/** Every column of a question, those of what people keep included. */
export function columnsIn(catalog: Catalog): ReadonlyMap<string, FleetColumn> {
  const known = columnsOfCatalog.get(catalog)
  if (known) return known
  const kept = [...catalog.values()].filter((field) => field.kept !== undefined)
  const columns = new Map<string, FleetColumn>([
    ...fleetColumns,
    ...kept.map((field) => [field.name, { field, table: 'kept', type: 'text' } as const] as const),
  ])
  columnsOfCatalog.set(catalog, columns)
  return columns
}

export const columnsOf = (table: FleetTable): FleetColumn[] =>
  [...fleetColumns.values()].filter((column) => column.table === table)

/** Lists of the record, in tables of their own. */
export const fleetLists = [...deviceCatalog.values()]
  .filter(({ kind, kept }) => kind === 'list' && kept === undefined)
  .map(({ name }) => name)

/** `15.2` as text that sorts by number, part by part: `00000015.00000002`. */
export const versionOrder = (version: string): string =>
  version
    .trim()
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(8, '0'))
