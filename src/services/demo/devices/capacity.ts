import type { Device } from '#contract/mdm/devices.ts'
import { Dice } from '#services/demo/random.ts'
import type { Unit } from './unit.ts'

const tenths = (value: number) => Math.round(value * 10) / 10

/** Storage values; used and free add up to the total. The reference states no unit. */
export function capacityOf({ index, model }: Unit): Device {
  const dice = new Dice('capacity', index)
  const used = tenths((model.storageGb * dice.between(12, 97)) / 100)
  const card = model.platform === 'Platform B' ? dice.pick([0, 32, 64, 128]) : undefined
  const usedOnCard = card && tenths((card * dice.between(0, 99)) / 100)
  return {
    device_capacity: model.storageGb,
    available_device_capacity: String(tenths(model.storageGb - used)),
    used_device_space: used,
    external_capacity: card,
    available_external_capacity: card === undefined ? undefined : tenths(card - (usedOnCard ?? 0)),
    used_external_space: usedOnCard,
    total_ram_memory: model.ramMb,
    available_ram_memory: Math.floor((model.ramMb * dice.between(8, 70)) / 100),
    // Televisions report −1, since they have no battery
    battery_level: model.form === 'TV' ? -1 : dice.between(3, 100),
  }
}
