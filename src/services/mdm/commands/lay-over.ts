import { isJsonObject, stringifyJson } from '#contract/json.ts'
import type { Device } from '#contract/mdm/devices.ts'

const keptPlaces = 50

/**
 * A record, or a change of one, with a later change laid over it. An object takes over the fields that changed;
 * places are a track and add up, newest first; all else is replaced.
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

/** Over a whole record: what the device never told of (it keeps silent about `security`, say) it does not tell now. */
export function layOverRecord(record: Device, change: Device): Device {
  const told = Object.entries(change).filter(([name, value]) => !isJsonObject(value) || name in record)
  return layOver(record, Object.fromEntries(told))
}

const track = (places: unknown[]) =>
  [...new Map(places.map((place) => [stringifyJson(place), place])).values()].slice(0, keptPlaces)
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
