import type { Device } from '#contract/mdm/devices.ts'
import { capacityOf } from '#services/demo/devices/capacity.ts'
import type { Unit } from '#services/demo/devices/unit.ts'
import { Dice } from '#services/demo/random.ts'
import { hour, minute, type Moment } from '#services/demo/time.ts'

const tenths = (value: number) => Math.round(value * 10) / 10
const degrees = (value: number) => Math.round(value * 1e6) / 1e6

/** Battery level as a function of time: some hours of use, then some of charging. */
function batteryAt({ index, model }: Unit, at: Moment): number {
  // Televisions report −1, since they have no battery
  if (model.form === 'TV') return -1
  const dice = new Dice('battery', index)
  const [used, charged] = [dice.between(9, 20) * hour, dice.between(1, 5) * hour]
  const [lowest, since] = [dice.between(4, 45), (at + dice.between(0, used + charged)) % (used + charged)]
  const share = since < used ? 1 - since / used : (since - used) / charged
  return Math.round(lowest + (100 - lowest) * share)
}

/** Moves near its office. Personal devices are not located. */
export function placeAt({ index, office }: Unit, at: Moment) {
  const dice = new Dice('walk', index)
  const angle = (at / (dice.between(40, 200) * minute)) * 2 * Math.PI + dice.between(0, 6)
  const radius = dice.between(50, 900) / 100_000
  return {
    latitude: degrees(office.latitude + radius * Math.sin(angle)),
    longitude: degrees(office.longitude + radius * Math.cos(angle * 0.7)),
  }
}

/** Storage and memory found by a scan, which vary slightly. */
export function storageAt(unit: Unit, at: Moment): Device {
  const { device_capacity: whole = 0, used_device_space: used = 0 } = capacityOf(unit)
  const dice = new Dice('usage', unit.index + Math.floor(at / hour))
  const now = Math.min(Number(whole), tenths(Number(used) + (Number(whole) * dice.between(0, 20)) / 1000))
  return {
    used_device_space: now,
    available_device_capacity: String(tenths(Number(whole) - now)),
    available_ram_memory: Math.floor((unit.model.ramMb * dice.between(8, 70)) / 100),
  }
}

/** Values that a device reports with each contact. */
export function contactAt(unit: Unit, at: Moment, told: { at: Moment; battery: number | null }): Device {
  const next = new Dice('poll', unit.index).between(5, 60) * minute
  return {
    last_contact_time: told.at,
    updated_time: told.at,
    next_poll_time: told.at + next,
    no_of_days: 0,
    battery_level: told.battery ?? batteryAt(unit, at),
  }
}
