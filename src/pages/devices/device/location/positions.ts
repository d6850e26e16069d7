import type { RecordOf } from '#contract/field.ts'
import type { deviceGroups } from '#contract/mdm/device-fields.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'
import { textOf } from '#contract/words/value-text.ts'
import { positionOf } from './location.ts'
import type { Place } from './map/projection.ts'

type Located = RecordOf<typeof deviceGroups.location.locations.of>
export type PositionRow = {
  id: string
  /** Coordinates as text for copying; empty if missing. */
  text: string
  doubt: string | undefined
  /** Undefined if the coordinates are out of range or most likely missing. */
  place: Place | undefined
  at: Date | undefined
  raw: string
  added: Date | undefined
  addedRaw: string
  address: string
}

/** Position history, newest first, including the position of the record if the list lacks it. */
export function positionRows(device: Device, listed: readonly Located[]): PositionRow[] {
  const { latitude, longitude, located_time, address } = device
  const own: Located = { latitude, longitude, located_time }
  const isOwn = (one: Located) =>
    textOf(one.latitude) === textOf(latitude) && textOf(one.longitude) === textOf(longitude)
  const all = positionOf(device) && !listed.some(isOwn) ? [own, ...listed] : listed
  const newest = all.find(isOwn)
  return all
    .map((one, index) => rowOf(one, `${index}`, one === newest ? textOf(address) : ''))
    .sort((a, b) => (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0))
}

function rowOf(one: Located, id: string, address: string): PositionRow {
  const position = positionOf(one)
  return {
    id,
    text: position?.text ?? '',
    doubt: position?.doubt,
    place:
      position && position.doubt === undefined
        ? { latitude: Number(textOf(one.latitude)), longitude: Number(textOf(one.longitude)) }
        : undefined,
    at: instantOf(one.located_time),
    raw: textOf(one.located_time),
    added: instantOf(one.added_time),
    addedRaw: textOf(one.added_time),
    address,
  }
}
