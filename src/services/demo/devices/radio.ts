import type { Device } from '#contract/mdm/devices.ts'
import { idOrShort, macOf, withLuhnDigit } from '#services/demo/people/identifiers.ts'
import { type Office, offices } from '#services/demo/people/offices.ts'
import { Dice } from '#services/demo/random.ts'
import type { Unit } from './unit.ts'

type Sim = NonNullable<Device['sims']>[number]

export function networkOf(unit: Unit): Device {
  const { index, model, office, resourceId, deviceId } = unit
  const dice = new Dice('network', index)
  const wired = model.form === 'Laptop' || model.form === 'TV'
  const address = () => `10.${office.subnet}.${dice.between(0, 63)}.${dice.between(2, 254)}`
  const usage = {
    incoming_network_usage: model.sims > 0 ? dice.between(0, 48_000) : 0,
    outgoing_network_usage: model.sims > 0 ? dice.between(0, 6_000) : 0,
    incoming_wifi_usage: dice.between(10, 210_000),
    outgoing_wifi_usage: dice.between(1, 30_000),
  }
  return {
    bluetooth_mac: macOf(dice),
    wifi_mac: macOf(dice),
    wifi_ip: dice.chance(0.95) ? address() : `fd00:${office.subnet}::${dice.hex(4)}`,
    ethernet_ip: wired ? address() : undefined,
    ethernet_macs: wired ? [macOf(dice, '-'), ...(dice.chance(0.3) ? [macOf(dice, '-')] : [])].join(',') : undefined,
    cellular_technology: model.sims === 0 ? 1 : dice.chance(0.92) ? 2 : 3,
    is_personal_hotspot_enabled: model.sims > 0 ? dice.chance(0.1) : undefined,
    ...usage,
    network: { resource_id: resourceId, ...usage },
    network_usage: { device_id: deviceId, ...usage },
    ...cellularOf(unit),
  }
}

/** Flat fields describe the first SIM of the list. */
function cellularOf(unit: Unit): Device {
  if (unit.model.sims === 0) return {}
  const dice = new Dice('sim', unit.index)
  const visited = dice.chance(0.08) ? dice.pick(offices) : unit.office
  const sims = unit.imeis.map((imei, slot) => simOf(unit, imei, slot, visited, dice))
  const { imei: _, resource_id: __, ...first } = sims[0] as Sim
  return {
    ...first,
    imsi: `${first.subscriber_mcc}${first.subscriber_mnc}${dice.digits(10)}`.slice(0, 15),
    data_roaming_enabled: dice.chance(0.25),
    voice_roaming_enabled: dice.chance(0.7),
    sims,
  }
}

function simOf({ index, office, resourceId }: Unit, imei: string, slot: number, visited: Office, dice: Dice): Sim {
  const home = dice.pick(office.carriers)
  const current = visited === office ? home : dice.pick(visited.carriers)
  return {
    sim_id: idOrShort('sim', index * 2 + slot),
    iccid: withLuhnDigit(`89${office.mcc.slice(0, 2)}${home.mnc.padStart(3, '0')}${dice.digits(11)}`),
    imei,
    subscriber_carrier_network: home.name,
    subscriber_mcc: office.mcc,
    subscriber_mnc: home.mnc,
    current_carrier_network: current.name,
    current_mcc: visited.mcc,
    current_mnc: current.mnc,
    is_roaming: visited.mcc !== office.mcc,
    resource_id: resourceId,
  }
}
