import type { Device } from '#contract/mdm/devices.ts'
import { Dice } from '#services/demo/random.ts'
import { hour, minute } from '#services/demo/time.ts'
import type { Unit } from './unit.ts'

const degrees = (value: number) => Math.round(value * 1e6) / 1e6

/**
 * Most corporate devices are near their office, with a track in lost mode. Personal devices have no location, and a few
 * report 0, 0 for an unknown one.
 */
export function locationOf({ index, office, corporate, lost, contactedAt }: Unit): Device {
  const dice = new Dice('location', index)
  if (!corporate || (!lost && dice.chance(0.25))) return {}
  if (!lost && dice.chance(0.04)) return { latitude: 0, longitude: 0, located_time: contactedAt, address: '' }
  const near = (value: number, spread: number) => degrees(value + dice.between(-500, 500) * spread)
  const points = Array.from({ length: lost ? 6 : dice.pick([0, 0, 1, 2]) }, (_, at) => ({
    latitude: near(office.latitude, 0.000_04),
    longitude: near(office.longitude, 0.000_06),
    located_time: contactedAt - at * 2 * hour,
    added_time: contactedAt - at * 2 * hour + minute,
  }))
  return {
    latitude: points[0]?.latitude ?? near(office.latitude, 0.000_02),
    longitude: points[0]?.longitude ?? near(office.longitude, 0.000_02),
    located_time: contactedAt,
    address: office.address,
    locations: points.length > 0 ? points : undefined,
  }
}
