/** Field catalogs of devices and computers, shared by queries, filter panels and the index. */

/**
 * `text`: compared case-insensitively. `code`: a number with a meaning, or what the server sent instead. `version`:
 * compared part by part. `time`: epoch milliseconds. `date`: a day, such as 2026-03-31. `list`: entries with a name, an
 * identifier and optionally a version.
 */
export type FleetFieldKind = 'text' | 'code' | 'number' | 'flag' | 'time' | 'date' | 'version' | 'list'
export type FleetField = {
  name: string
  label: string
  kind: FleetFieldKind
  /** Section in the index, and heading in the filter panel. */
  section: string
  /** Shorter names accepted in queries; queries are written with the first one. */
  aliases?: readonly string[]
  unit?: '%' | 'days'
  note?: string
  /** ID of the annotation field, for values entered in the console. */
  kept?: string
  /** List of which each entry has this value: a device has as many values as it has entries. */
  part?: 'certificate'
  /** For times that usually are to come: a duration is counted from now, `<30d` is in less than 30 days. */
  isAhead?: true
}
export type Catalog = ReadonlyMap<string, FleetField>
