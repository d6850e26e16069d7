/** What can be asked about: the catalog of one kind of subject. Lines, panels and the index all read it. */

/**
 * `text`: compared without case. `code`: a number with a meaning, or what the server sent in its place. `version`:
 * compared part by part. `time`: epoch milliseconds. `date`: a day, such as 2026-03-31. `list`: entries with a name, an
 * identifier and maybe a version.
 */
export type FleetFieldKind = 'text' | 'code' | 'number' | 'flag' | 'time' | 'date' | 'version' | 'list'
export type FleetField = {
  name: string
  label: string
  kind: FleetFieldKind
  /** Where it stands in the index and under which heading it is offered. */
  section: string
  /** Shorter names that a line takes as well; the first is the one that is written. */
  aliases?: readonly string[]
  unit?: '%' | 'days'
  note?: string
  /** Kept by people in the console, under this id; no server says it. */
  kept?: string
}
export type Catalog = ReadonlyMap<string, FleetField>
