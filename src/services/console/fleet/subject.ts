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
  ofRow: (row: Row) => ColumnValues
  ofRecord: (record: Whole) => ColumnValues
  entriesOf: (record: Whole) => IndexedEntry[]
  /** The texts by which people look one up. */
  searched: (values: ColumnValues, record?: Whole) => string
  /** Fields of the list: what a row says stays where the record does not repeat it. */
  listed: ReadonlySet<string>
}

export const digest = (said: object) =>
  createHash('sha256').update(stringifyJson(said)).digest('base64url').slice(0, 22)

export const deviceSubject: Subject<DeviceSummary, Device> = {
  layout: deviceLayout,
  idOf: ({ device_id = '' }) => device_id,
  digestOf: (row) => digest(row),
  isRecordOther: () => true,
  ofRow: columnValues,
  ofRecord: columnValues,
  entriesOf,
  searched: (values, record) => searchedText(values, record && furtherTexts(record)),
  listed: new Set([...Object.keys(deviceListFields), 'user_name', 'user_email']),
}
