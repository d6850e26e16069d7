import type { Device } from '#contract/mdm/devices.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { encryptionOf } from '#contract/mdm/jobs/security-job.ts'
import { foldedText } from '#contract/text-rank.ts'
import { instantOf, isDayAlone } from '#contract/time.ts'
import { isScalar, type Scalar } from '#contract/wire.ts'
import { deviceLayout, type FleetColumn, type Layout, versionOrder } from './layout.ts'

/** Values by column name; null if not reported by the server. */
export type ColumnValues = Record<string, string | number | null>

/** A list entry of a record. `more`: additional search text. */
export type IndexedEntry = { list: string; name: string; identifier: string; version: string; more?: string }

export type RawRecord = Record<string, unknown>
export const isObject = (value: unknown): value is RawRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects that repeat fields of the record: real servers send either form. */
const repeating = [
  'user',
  'os',
  'network',
  'network_usage',
  'security',
  'vendor_vault',
  'vendor_details',
  'vendor_restricions',
  'summary',
  'release_label_details',
]

function flat(record: RawRecord): RawRecord {
  const all: RawRecord = {}
  for (const name of repeating) {
    const inside = record[name]
    if (isObject(inside)) Object.assign(all, inside)
  }
  for (const [name, value] of Object.entries(record)) if (value !== undefined) all[name] = value
  return all
}

const encrypted = { On: 1, Off: 0, Unknown: null, Contradictory: null }

export const numberOf = (value: unknown): number | null => {
  const found = typeof value === 'number' ? value : Number.parseFloat(String(value))
  return Number.isFinite(found) ? found : null
}

/** Free storage in percent, if both values are known. Rounded down, so that less than 10 % is never 10 %. */
function freeOf({ available_device_capacity, device_capacity }: RawRecord): number | null {
  const [free, all] = [numberOf(available_device_capacity), numberOf(device_capacity)]
  return free === null || all === null || free < 0 || all <= 0 || free > all
    ? null
    : Math.floor((free * 1000) / all) / 10
}

/** Values derived from several fields of a record. */
export type Derived = Readonly<Record<string, (said: RawRecord) => string | number | null>>
const derived: Derived = {
  encrypted: (said) => encrypted[encryptionOf(said)],
  disk_free: freeOf,
  managed_id: ({ ':id': id }) => (isScalar(id) && id !== null ? String(id) : null),
}

/** PostgreSQL limits index keys to 2.7 kB, for several columns together, and rejects NUL. */
const longestText = 1000
const longestKey = 500
const keyBytes = 750
const encoder = new TextEncoder()
const textWithin = (text: string, longest: number) => text.slice(0, longest).replaceAll('\0', '').toWellFormed()
/** The beginning of a text, without half a character at its end. */
export const textWithinBytes = (text: string, bytes: number) =>
  text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read)
/** A text of a column; what is reported as empty stays empty. */
export const keptText = (value: Scalar) => textWithin(value === null ? '' : String(value), longestText)
const keyText = (text: string) => textWithinBytes(textWithin(text, longestKey), keyBytes)
/** Longer texts are not used as keys, since truncated ones could collide. */
export const isKey = (id: string) => id !== '' && keyText(id) === id

const dayMs = 86_400_000
/**
 * Dates without a time are stored as midnight UTC; a time of exactly midnight is stored a millisecond later to
 * distinguish them.
 */
export function keptTime(value: Scalar): number | null {
  const at = instantOf(value)?.getTime()
  if (at === undefined) return null
  return at % dayMs === 0 && !isDayAlone(value) ? at + 1 : at
}
/** Converts a stored value to a date, or a time in milliseconds. */
export function timeAsReported(kept: number): Scalar {
  if (kept % dayMs === 0) return new Date(kept).toISOString().slice(0, 10)
  return kept % dayMs === 1 ? kept - 1 : kept
}

function valueOf(said: RawRecord, { field: { name, kind } }: FleetColumn): string | number | null {
  const value = said[name]
  if (value === undefined) return null
  if (Array.isArray(value)) return value.filter(isScalar).join(', ')
  if (!isScalar(value)) return null
  if (kind === 'flag') return typeof value === 'boolean' ? Number(value) : null
  if (kind === 'number') return numberOf(value)
  if (kind === 'time') return keptTime(value)
  return value === null ? '' : String(value)
}

/** Column values of a record. */
export function valuesIn(layout: Layout, said: RawRecord, worked: Derived): ColumnValues {
  const values: ColumnValues = {}
  for (const [name, column] of layout.columns) {
    const found = worked[name] ? worked[name](said) : valueOf(said, column)
    const shortened = name === layout.nameField ? keyText : (text: string) => textWithin(text, longestText)
    const value = typeof found === 'string' ? shortened(found) : found
    values[name] = value
    if (column.order !== undefined) values[column.order] = value === null ? null : versionOrder(String(value))
  }
  return values
}

/** Column values of a device, or of its list row. */
export const columnValues = (record: Device | DeviceSummary): ColumnValues =>
  valuesIn(deviceLayout, flat(record), derived)

/** Searched texts of a record, one per line. */
export const searchedText = (
  values: ColumnValues,
  more: readonly string[] = [],
  names: readonly string[] = deviceLayout.searched,
): string => foldedText([...names.map((name) => values[name] ?? ''), ...more].filter((text) => text !== '').join('\n'))

/** Texts beside the columns: SIM data of devices with several, and the phone number sent by some servers. */
export function furtherTexts(record: Device): string[] {
  const said: RawRecord = record
  const cards = listIn(said.sims).flatMap(({ iccid, imei, phone_number }) => [iccid, imei, phone_number])
  return [said.phone_number, ...cards].map(textOf).filter((text) => text !== '')
}

export const textOf = (value: unknown) => (isScalar(value) && value !== null ? String(value) : '')
export const listIn = (value: unknown): RawRecord[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Apps, profiles, payloads, groups, certificates, SIMs and accounts of a record; undefined if it contains none of these lists. */
export function entriesOf(record: Device): IndexedEntry[] {
  const said: RawRecord = record
  const certificates = isObject(said.certificates) ? said.certificates : said
  const found = [
    ...[...listIn(said.apps), ...listIn(said.installed_apps)].map((app) =>
      entry('app', app.app_name, app.identifier, app.app_version),
    ),
    ...[...listIn(said.profiles), ...listIn(said.configuration_profiles)].map((profile) =>
      entry('profile', profile.profile_name, profile.profile_id),
    ),
    ...[...listIn(said.configuration_profiles).flatMap(payloadsOf), ...listIn(said.payloadcontent)].map((payload) =>
      Object.assign(
        entry('payload', payload.payload_display_name, payload.payload_identifier, payload.payload_version),
        { more: textsIn(payload, ['payload_type', 'payload_organization', 'payload_description']) },
      ),
    ),
    ...listIn(said.sims).map((sim) =>
      Object.assign(entry('sim', sim.current_carrier_network ?? sim.subscriber_carrier_network, sim.iccid), {
        more: textsIn(sim, simTexts),
      }),
    ),
    ...listIn(said.efrp_account_details).map((account) =>
      Object.assign(entry('efrp_account', account.emailids, account.profilename), {
        more: textsIn(account, ['addedby']),
      }),
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
/** A configuration profile has the fields of a payload, too. */
const payloadsOf = (profile: RawRecord) => [profile, ...listIn(profile.payloadcontent)]
const simTexts = ['subscriber_carrier_network', 'imei', 'sim_id', 'current_mcc', 'current_mnc', 'phone_number']
const textsIn = (said: RawRecord, names: readonly string[]) =>
  names
    .map((name) => textOf(said[name]))
    .filter((text) => text !== '')
    .join('\n')

/** Fingerprints are not documented, but sent by some servers. */
const certificateTexts = (certificate: RawRecord) =>
  Object.entries(certificate)
    .filter(([name]) => name === 'certificatesubjectname' || /fingerprint|thumbprint/i.test(name))
    .map(([, value]) => textOf(value))
    .join('\n')
export const entry = (list: string, name: unknown, identifier: unknown, version?: unknown): IndexedEntry => ({
  list,
  name: keyText(textOf(name)),
  identifier: keyText(textOf(identifier)),
  version: keyText(textOf(version)),
})
