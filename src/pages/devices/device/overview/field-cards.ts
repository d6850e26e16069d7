import { labelOf } from '#contract/words/label.ts'
import type { Field, Fields } from '#contract/field.ts'
import { type DeviceGroup, deviceGroups } from '#contract/mdm/device-fields.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { unexpected } from '#contract/wire.ts'
import {
  type Bag,
  columnsOf,
  type Copy,
  type FieldCard,
  type FieldItem,
  type FieldTable,
  fieldsOf,
  item,
  known,
  objectNames,
  own,
  plain,
} from '#pages/devices/device/record-fields.ts'
import { textOf } from '#contract/words/value-text.ts'
import { usageNames, usageTables } from './data-usage.ts'
import { withoutSecrets } from '#components/devices/raw-record.ts'
import { unstatedCards } from './unstated-fields.ts'

/**
 * Cards of the overview, in the order in which support calls need them. Certificates and restrictions have their own
 * tabs.
 */
const titles = {
  identity: 'Identity',
  owner: 'Owner',
  hardware: 'Hardware and system',
  agent: 'Management agent',
  security: 'Security',
  capacity: 'Capacity and battery',
  network: 'Network',
  sim: 'SIM cards',
  location: 'Location',
  privacy: 'Privacy settings',
  commands: 'Last command and actions',
  apps: 'Apps',
  profiles: 'Profiles and groups',
  container: 'Container',
  purchase: 'Purchase and warranty',
  administration: 'Administration',
} as const satisfies Partial<Record<DeviceGroup, string>>
type ShownGroup = keyof typeof titles
const groups = Object.keys(titles) as ShownGroup[]

/** Fields shown elsewhere: commands, other tabs, and the data usage table. */
const elsewhere = new Set(['commands', 'certificates', 'vendor_restricions', ...usageNames])
/** Nested objects that repeat fields of the record. */
const repeating = objectNames.filter((name) => !elsewhere.has(name))
/** Security fields, whose absence must not be read as "no". */
const posture = new Set(Object.keys(known.security?.of ?? {}).filter((name) => known[name]?.kind === 'flag'))

const placesOf = (record: Bag, name: string): Copy[] =>
  [
    { path: name, value: own(record, name) },
    ...repeating
      .filter((object) => known[object]?.of?.[name])
      .map((object) => ({ path: `${object}.${name}`, value: own(fieldsOf(own(record, object)), name) })),
  ].filter(({ value }) => value !== undefined)

/** A field of the record: the flat value takes precedence; different values in nested objects are noted. */
function itemsOf(record: Bag, name: string): FieldItem[] {
  const [first, ...others] = placesOf(record, name)
  if (!first) return posture.has(name) ? [item(name, name, known[name], undefined)] : []
  const differs = others.filter(({ value }) => textOf(value) !== textOf(first.value))
  return [item(first.path, name, known[name], first.value, differs)]
}

/** Fields that only occur in an object: `vendor_details.vendor_version`. */
const ownItemsOf = (record: Bag, object: string, of: Fields = {}): FieldItem[] =>
  Object.entries(of).flatMap(([name, field]) => {
    const value = own(fieldsOf(own(record, object)), name)
    return Object.hasOwn(known, name) || value === undefined ? [] : [item(`${object}.${name}`, name, field, value)]
  })

/** A list of objects as a table, followed by a table for each nested list. */
function tablesOf(path: string, label: string, { of = {}, note }: Field, rows: Bag[]): FieldTable[] {
  const within = Object.entries(of).filter(([name, field]) => field.of && rows.some((row) => Array.isArray(row[name])))
  const names = new Set(within.map(([name]) => name))
  const flat = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name))))
  const nested = within.flatMap(([name, field]) => {
    const numbered = { ...field, of: { [ofRow]: plain, ...field.of } }
    const inner = rows.flatMap((row, index) => rowsWithin(row[name], index))
    return tablesOf(`${path}.${name}`, `${label}: ${labelOf(name).toLowerCase()}`, numbered, inner)
  })
  return [{ path, label, note, fields: columnsOf(of, flat), rows: flat }, ...nested]
}

/** Objects of a nested list, each with the number of its parent row. */
const rowsWithin = (list: unknown, index: number) =>
  Array.isArray(list) ? list.map((row: unknown) => ({ [ofRow]: index + 1, ...fieldsOf(row) })) : []
const ofRow = 'of row'

function cardOf(record: Bag, group: ShownGroup): FieldCard {
  const card: FieldCard = { id: group, title: titles[group], items: [], tables: [], missing: [] }
  const odd = fieldsOf(own(record, unexpected))
  for (const [name, field] of Object.entries<Field>(deviceGroups[group])) {
    const value = own(record, name)
    if (value === undefined && placesOf(record, name).length === 0 && !Object.hasOwn(odd, name)) card.missing.push(name)
    if (elsewhere.has(name)) continue
    if (field.kind === 'object') card.items.push(...ownItemsOf(record, name, field.of))
    else if (field.of && Array.isArray(value) && value.length > 0)
      card.tables.push(...tablesOf(name, labelOf(name), field, withoutSecrets(value) as Bag[]))
    else card.items.push(...itemsOf(record, name))
  }
  if (group === 'network') card.tables.push(...usageTables(record))
  return { ...card, items: [...card.items.filter((one) => !isId(one)), ...card.items.filter(isId)] }
}

/** Sorts technical ids last. */
const isId = ({ name, field }: FieldItem) =>
  (field?.kind === 'id' && name !== 'imei') || /(^|_)(id|udid|uuid|guid|meid)$/.test(name)

/** All fields of the record in cards, except those shown on other tabs. */
export const fieldCards = (device: Device): FieldCard[] =>
  [...groups.map((group) => cardOf(device as Bag, group)), ...unstatedCards(device as Bag)].filter(
    ({ items, tables, missing }) => items.length + tables.length + missing.length > 0,
  )
