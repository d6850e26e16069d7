import type { Device } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { encryptionOf } from '#contract/mdm/jobs/security-job.ts'
import { foldedText } from '#contract/text-rank.ts'
import { instantOf } from '#contract/time.ts'
import { isScalar } from '#contract/wire.ts'
import { type FleetColumn, fleetColumns, versionOrder } from './layout.ts'

/** Values by the names of columns; null where the server did not say it. */
export type ColumnValues = Record<string, string | number | null>

/** An entry of a list of the record. `more`: by what else it is looked up. */
export type IndexedEntry = { list: string; name: string; identifier: string; version: string; more?: string }

type Said = Record<string, unknown>
const isObject = (value: unknown): value is Said => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects of the record that repeat some of its fields: real servers send one or the other. */
const repeating = [
  'user',
  'os',
  'network',
  'network_usage',
  'security',
  'vendor_vault',
  'vendor_details',
  'vendor_restricions',
]

function flat(record: Said): Said {
  const all: Said = {}
  for (const name of repeating) {
    const inside = record[name]
    if (isObject(inside)) Object.assign(all, inside)
  }
  for (const [name, value] of Object.entries(record)) if (value !== undefined) all[name] = value
  return all
}

const encrypted = { On: 1, Off: 0, Unknown: null, Contradictory: null }

const numberOf = (value: unknown): number | null => {
  const found = typeof value === 'number' ? value : Number.parseFloat(String(value))
  return Number.isFinite(found) ? found : null
}

/** Free space in percent, where both figures are known. */
function freeOf({ available_device_capacity, device_capacity }: Said): number | null {
  const [free, all] = [numberOf(available_device_capacity), numberOf(device_capacity)]
  return free === null || all === null || free < 0 || all <= 0 || free > all
    ? null
    : Math.round((free / all) * 1000) / 10
}

function valueOf(said: Said, { field: { name, kind } }: FleetColumn): string | number | null {
  if (name === 'encrypted') return encrypted[encryptionOf(said)]
  if (name === 'disk_free') return freeOf(said)
  const value = said[name]
  if (value === undefined) return null
  if (Array.isArray(value)) return value.filter(isScalar).join(', ')
  if (!isScalar(value)) return null
  if (kind === 'flag') return typeof value === 'boolean' ? Number(value) : null
  if (kind === 'number') return numberOf(value)
  if (kind === 'time') return instantOf(value)?.getTime() ?? null
  return value === null ? '' : String(value)
}

/** What a record, or the row of a list, says in the columns of the index. */
export function columnValues(record: Device | DeviceSummary): ColumnValues {
  const said = flat(record)
  const values: ColumnValues = {}
  for (const [name, column] of fleetColumns) {
    const value = valueOf(said, column)
    values[name] = value
    if (column.order !== undefined) values[column.order] = value === null ? null : versionOrder(String(value))
  }
  return values
}

export const lookedUp = [
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

/** The texts by which people look a device up, one per line. */
export const searchedText = (values: ColumnValues, more: readonly string[] = []): string =>
  foldedText([...lookedUp.map((name) => values[name] ?? ''), ...more].filter((text) => text !== '').join('\n'))

/** Beside the columns: the cards of a device with several, and a phone number, which some servers send. */
export function furtherTexts(record: Device): string[] {
  const said: Said = record
  const cards = listIn(said.sims).flatMap(({ iccid, imei, phone_number }) => [iccid, imei, phone_number])
  return [said.phone_number, ...cards].map(textOf).filter((text) => text !== '')
}

const textOf = (value: unknown) => (isScalar(value) && value !== null ? String(value) : '')
const listIn = (value: unknown): Said[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Apps, profiles, groups and certificates of a record; undefined: the server did not say any of them. */
export function entriesOf(record: Device): IndexedEntry[] {
  const said: Said = record
  const certificates = isObject(said.certificates) ? said.certificates : said
  const found = [
    ...[...listIn(said.apps), ...listIn(said.installed_apps)].map((app) =>
      entry('app', app.app_name, app.identifier, app.app_version),
    ),
    ...[...listIn(said.profiles), ...listIn(said.configuration_profiles)].map((profile) =>
      entry('profile', profile.profile_name, profile.profile_id),
    ),
    ...listIn(said.group).map((group) => entry('group', group.group_name, group.group_id)),
    ...[...listIn(certificates.managedcertificates), ...listIn(certificates.unmanagedcertificates)].map((one) =>
      Object.assign(entry('certificate', one.certificatename ?? one.certificatesubjectname, one.serialnumber), {
        more: certificateTexts(one),
      }),
    ),
  ]
  return found.filter(({ name, identifier }) => name !== '' || identifier !== '')
}
/** The reference states no fingerprints; some servers send them. */
const certificateTexts = (certificate: Said) =>
  Object.entries(certificate)
    .filter(([name]) => name === 'certificatesubjectname' || /fingerprint|thumbprint/i.test(name))
    .map(([, value]) => textOf(value))
    .join('\n')
const entry = (list: string, name: unknown, identifier: unknown, version?: unknown): IndexedEntry => ({
  list,
  name: textOf(name),
  identifier: textOf(identifier),
  version: textOf(version),
})
