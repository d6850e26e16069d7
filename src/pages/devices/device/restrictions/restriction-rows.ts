import type { ValueNote } from '#contract/console/value-notes.ts'
import { labelOf } from '#contract/words/label.ts'
import { isJsonObject } from '#contract/json.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { type Effect, legend, type Meaning, meaningOf } from '#contract/mdm/restriction-legend.ts'
import { type RestrictionName, restrictionNames, restrictionNotes } from '#contract/mdm/restriction-names.ts'
import { type Scalar, unexpected } from '#contract/wire.ts'
import { textOf } from '#components/devices/value-text.ts'
import type { NoteOn } from '#components/value-notes/use-value-notes.ts'

export const sources = ['top level', 'vendor_restricions'] as const
export type Source = (typeof sources)[number]
/** Value of a field in one or both sources. */
export type Reading = {
  raw: string
  meaning: Meaning
  /** Note of an administrator, if the value has no documented meaning. */
  note: ValueNote | undefined
  sources: Source[]
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

const sent = (bag: Record<string, unknown>, name: string): unknown => {
  if (Object.hasOwn(bag, name)) return bag[name]
  const odd = bag[unexpected]
  return isJsonObject(odd) && Object.hasOwn(odd, name) ? odd[name] : undefined
}

/** All documented restriction fields in order, from both sources of the record. */
export function restrictionRows(device: Device, noteOn: NoteOn = () => undefined): RestrictionRow[] {
  const nested = isJsonObject(device.vendor_restricions) ? device.vendor_restricions : {}
  return restrictionNames.map((name) => {
    const values: [Source, unknown][] = [
      ['top level', sent(device, name)],
      ['vendor_restricions', sent(nested, name)],
    ]
    return { name, label: labelOf(name), note: restrictionNotes[name], readings: readingsOf(name, values, noteOn) }
  })
}

function readingsOf(name: string, values: [Source, unknown][], noteOn: NoteOn): Reading[] {
  const readings = new Map<string, Reading>()
  for (const [source, value] of values) {
    if (value === undefined) continue
    const raw = value === null ? 'null' : textOf(value)
    const same = readings.get(raw)
    if (same) same.sources.push(source)
    else {
      const meaning = meaningOf(name, value as Scalar)
      const note = meaning.effect === 'undefined' ? noteOn(name, raw) : undefined
      readings.set(raw, { raw, meaning, note, sources: [source] })
    }
  }
  return [...readings.values()]
}

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
