import type { ValueNote } from '#contract/console/value-notes.ts'
import { labelOf } from '#contract/words/label.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { type Effect, legend, type Meaning, meaningOf } from '#contract/mdm/restriction-legend.ts'
import { type RestrictionName, restrictionNames, restrictionNotes } from '#contract/mdm/restriction-names.ts'
import { type Setting, settingsOf } from '#contract/mdm/rules/restriction-settings.ts'
import type { Scalar } from '#contract/wire.ts'
import type { NoteOn } from '#components/value-notes/use-value-notes.ts'

/** Value of a field in one or both sources. */
export type Reading = Pick<Setting, 'raw' | 'sources'> & {
  meaning: Meaning
  /** Note of an administrator, if the value has no documented meaning. */
  note: ValueNote | undefined
}
export type RestrictionRow = {
  name: RestrictionName
  label: string
  note: string | undefined
  /** None: missing. Two: the sources differ; neither is preferred. */
  readings: Reading[]
}

export const filters = ['all', 'allowed', 'restricted', 'other', 'undefined', 'missing', 'differ'] as const
export type RestrictionFilter = (typeof filters)[number]

/** All documented restriction fields in order, from both sources of the record. */
export const restrictionRows = (device: Device, noteOn: NoteOn = () => undefined): RestrictionRow[] =>
  restrictionNames.map((name) => ({
    name,
    label: labelOf(name),
    note: restrictionNotes[name],
    readings: settingsOf(device, name).map(({ raw, value, sources }): Reading => {
      const meaning = meaningOf(name, value as Scalar)
      return { raw, meaning, note: meaning.effect === 'undefined' ? noteOn(name, raw) : undefined, sources }
    }),
  }))

export const differ = ({ readings }: RestrictionRow) => readings.length > 1

const passes = (row: RestrictionRow, filter: RestrictionFilter): boolean => {
  if (filter === 'all') return true
  if (filter === 'missing') return row.readings.length === 0
  if (filter === 'differ') return differ(row)
  return row.readings.some(({ meaning }) => meaning.effect === (filter satisfies Effect))
}

/** Number of rows by filter; a row whose sources differ counts for each of its values. */
export const countsOf = (rows: RestrictionRow[], wanted = '') =>
  filters.map((filter) => ({ filter, count: restrictionsMatching(rows, filter, wanted).length }))

export function restrictionsMatching(rows: RestrictionRow[], filter: RestrictionFilter, wanted: string) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const readings = row.readings.flatMap(({ raw, meaning, note }) => [raw, meaning.text, note?.note])
    const text = [row.name, row.label, row.note, ...readings].join('\n').toLowerCase()
    return passes(row, filter) && words.every((word) => text.includes(word))
  })
}

/** Documented values of a field, to explain that another value has no meaning. */
export const statedValues = (name: string): string | undefined =>
  Object.hasOwn(legend, name)
    ? Object.entries(legend[name as keyof typeof legend])
        .map(([value, { text }]) => `${value} ${text}`)
        .join(', ')
    : undefined
