import { createHash } from 'node:crypto'
import { stringifyJson } from '#contract/json.ts'
import { deviceListFields, type DeviceSummary } from '#contract/mdm/device-list.ts'
import type { Device } from '#contract/mdm/devices.ts'
import {
  type ColumnValues,
  columnValues,
  entriesOf,
  furtherTexts,
  type IndexedEntry,
  searchedText,
} from './indexed-record.ts'
import { deviceLayout, type Layout } from './layout.ts'

/** What a kind of things that are indexed says in its list and in its records. */
export type Subject<Row, Whole> = {
  layout: Layout
  /** Empty: it cannot be told apart from others. */
  idOf: (row: Row) => string
  /** What tells whether a row is another one, beside what told it of the last one. */
  digestOf: (row: Row, before?: string) => string
  /** Whether the record has to be read again, by two digests of the row that differ. */
  isRecordOther: (before: string, now: string) => boolean
  /** The columns that a row decides, null where it says that there is nothing. What it leaves out stays as it was. */
  ofRow: (row: Row) => ColumnValues
  /** Those that a record decides. */
  ofRecord: (record: Whole) => ColumnValues
  entriesOf: (record: Whole) => IndexedEntry[]
  /** Which lists a record states, in the columns of the layout; `values`: everything that is known with it. */
  statesOf?: (record: Whole, values: ColumnValues) => ColumnValues
  /** The texts by which people look one up. */
  searched: (values: ColumnValues, record?: Whole) => string
}

export const digest = (said: object) =>
  createHash('sha256').update(stringifyJson(said)).digest('base64url').slice(0, 22)

/** Fields by name, with the columns that sort them. */
export const withOrders = ({ columns }: Layout, names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [name, columns.get(name)?.order ?? name]))

export const chosen = (values: ColumnValues, isChosen: (name: string, value: ColumnValues[string]) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => isChosen(name, value)))

/** Its row says less than its record, and the record does not repeat all of the row. */
const listedOfDevices = withOrders(deviceLayout, [...Object.keys(deviceListFields), 'user_name', 'user_email'])

export const deviceSubject: Subject<DeviceSummary, Device> = {
  layout: deviceLayout,
  idOf: ({ device_id = '' }) => device_id,
  digestOf: (row) => digest(row),
  isRecordOther: () => true,
  ofRow: (row) => chosen(columnValues(row), (_, value) => value !== null),
  ofRecord: (record) => chosen(columnValues(record), (name, value) => value !== null || !listedOfDevices.has(name)),
  entriesOf,
  searched: (values, record) => searchedText(values, record && furtherTexts(record)),
}
