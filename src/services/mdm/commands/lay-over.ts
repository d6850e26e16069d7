import { isJsonObject, stringifyJson } from '#contract/json.ts'
import type { Device } from '#contract/mdm/devices.ts'

const keptPlaces = 50

/**
 * Merges a later change into a record or change. Objects are merged by field, locations are appended newest first, and
 * everything else is replaced.
 */
export function layOver(earlier: Device, change: Device): Device {
  const laid: Record<string, unknown> = { ...earlier }
  for (const [name, value] of Object.entries(change)) {
    const before = laid[name]
    if (name === 'locations') laid[name] = track([...listIn(value), ...listIn(before)])
    else laid[name] = isJsonObject(value) && isJsonObject(before) ? { ...before, ...value } : value
  }
  return laid
}

/** Merges into a complete record; fields that the device never reported are not added. */
export function layOverRecord(record: Device, change: Device): Device {
  const told = Object.entries(change).filter(([name, value]) => !isJsonObject(value) || name in record)
  return layOver(record, Object.fromEntries(told))
}

const track = (places: unknown[]) =>
  [...new Map(places.map((place) => [stringifyJson(place), place])).values()].slice(0, keptPlaces)
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
