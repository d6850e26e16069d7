import type { Device } from '#contract/mdm/devices.ts'
import { comparedText, reportedSettings } from '#contract/mdm/rules/restriction-settings.ts'
import {
  differ,
  type Reading,
  type RestrictionRow,
  restrictionRows,
} from '#pages/devices/device/restrictions/restriction-rows.ts'
import type { NoteOn } from '#components/value-notes/use-value-notes.ts'

export type CompareRow = {
  name: string
  label: string
  note: string | undefined
  left: Reading[]
  right: Reading[]
  differs: boolean
  /** The two sources of one record differ; neither is preferred. */
  conflicts: boolean
}

/** All restriction settings of two devices, in the order of the API reference. */
export function compareRows(left: Device, right: Device, noteOn?: NoteOn): CompareRow[] {
  const others = restrictionRows(right, noteOn)
  return restrictionRows(left, noteOn).map((row, index) => rowOf(row, others[index]))
}

const rowOf = (row: RestrictionRow, other: RestrictionRow | undefined): CompareRow => ({
  name: row.name,
  label: row.label,
  note: row.note,
  left: row.readings,
  right: other?.readings ?? [],
  differs: comparedText(row.readings) !== comparedText(other?.readings ?? []),
  conflicts: differ(row) || (other !== undefined && differ(other)),
})

export const compareFilters = ['all', 'differ', 'same', 'conflict'] as const
export type CompareFilter = (typeof compareFilters)[number]

const passes = ({ differs, conflicts }: CompareRow, filter: CompareFilter) =>
  filter === 'all' || (filter === 'conflict' ? conflicts : differs === (filter === 'differ'))

export const countsOf = (rows: readonly CompareRow[], wanted = '') =>
  compareFilters.map((filter) => ({ filter, count: comparedMatching(rows, filter, wanted).length }))

/** Whether a record contains any restriction setting. Without one, nothing is known about restrictions. */
export const hasRestrictions = (device: Device) => Object.keys(reportedSettings(device)).length > 0

export function comparedMatching(rows: readonly CompareRow[], filter: CompareFilter, wanted: string): CompareRow[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const readings = [...row.left, ...row.right].flatMap(({ raw, meaning }) => [raw, meaning.text])
    const text = [row.name, row.label, row.note, ...readings].join('\n').toLowerCase()
    return passes(row, filter) && words.every((word) => text.includes(word))
  })
}
