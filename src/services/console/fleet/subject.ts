import { createHash } from 'node:crypto'
import { stringifyJson } from '#contract/json.ts'
import { deviceListFields, type DeviceSummary } from '#contract/mdm/device-list.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { certificatesOf, type IndexedCertificate } from './certificates/take-certificates.ts'
import {
  type ColumnValues,
  columnValues,
  entriesOf,
  furtherTexts,
  type IndexedEntry,
  searchedText,
} from './indexed-record.ts'
import { deviceLayout, type Layout } from './layout.ts'

/** How an indexed kind is read from list rows and records. */
export type Subject<Row, Whole> = {
  layout: Layout
  /** Empty if the row has no usable ID. */
  idOf: (row: Row) => string
  /** Digest of a row; `before` is the previous one. */
  digestOf: (row: Row, before?: string) => string
  /** Whether the record must be read again, by two different digests. */
  isRecordOther: (before: string, now: string) => boolean
  /** Columns from a row, null if reported as empty. Omitted columns are unchanged. */
  ofRow: (row: Row) => ColumnValues
  /** Columns from a record. */
  ofRecord: (record: Whole) => ColumnValues
  entriesOf: (record: Whole) => IndexedEntry[]
  /** Certificates of a record, for kinds that have them. */
  certificatesOf?: (record: Whole) => IndexedCertificate[]
  /** Whether list rows have some of the fields added later. */
  areRowsWhole?: true
  /** Which lists a record contains; `values`: all known columns. */
  statesOf?: (record: Whole, values: ColumnValues) => ColumnValues
  /** Searched texts. */
  searched: (values: ColumnValues, record?: Whole) => string
}

export const digest = (said: object) =>
  createHash('sha256').update(stringifyJson(said)).digest('base64url').slice(0, 22)

/** Fields by name, with their sort columns. */
export const withOrders = ({ columns }: Layout, names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [name, columns.get(name)?.order ?? name]))

export const chosen = (values: ColumnValues, isChosen: (name: string, value: ColumnValues[string]) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => isChosen(name, value)))

/** Rows have fewer fields than records, but records do not repeat all of them. */
const listedOfDevices = withOrders(deviceLayout, [
  ...Object.keys(deviceListFields),
  ...Object.keys(deviceListFields.summary.of),
  'user_name',
  'user_email',
])

export const deviceSubject: Subject<DeviceSummary, Device> = {
  layout: deviceLayout,
  idOf: ({ device_id = '' }) => device_id,
  digestOf: (row) => digest(row),
  isRecordOther: () => true,
  ofRow: (row) => chosen(columnValues(row), (_, value) => value !== null),
  ofRecord: (record) => chosen(columnValues(record), (name, value) => value !== null || !listedOfDevices.has(name)),
  entriesOf,
  certificatesOf,
  searched: (values, record) => searchedText(values, record && furtherTexts(record)),
}
