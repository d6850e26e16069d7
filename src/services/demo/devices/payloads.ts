import type { Device } from '#contract/mdm/devices.ts'
import { uuidOf } from '#services/demo/people/identifiers.ts'
import { company } from '#services/demo/people/offices.ts'
import { Dice } from '#services/demo/random.ts'
import type { Unit } from './unit.ts'

type Payload = NonNullable<Device['configuration_profiles']>[number]

/** Texts of the reference for missing values. */
const unavailable = { uuid: 'unknown-udid', description: 'No description available' }

const kinds = [
  { type: 'passcode', label: 'Passcode', description: 'Length and age of the passcode' },
  { type: 'wifi', label: 'Wi-Fi', description: 'Network HV-STAFF with a certificate of the device' },
  { type: 'vpn', label: 'VPN', description: 'Gateway nearest to the office' },
  { type: 'root-certificate', label: 'Root certificate', description: 'The certificate authority of the company' },
  { type: 'restrictions', label: 'Restrictions', description: unavailable.description },
] as const

/** Payloads of the installed profiles; the first is repeated at the top level. */
export function payloadsOf({ index, detailed }: Unit, platformId: number): Device {
  const dice = new Dice('payloads', index)
  const start = dice.between(0, kinds.length - 1)
  const profiles = Array.from({ length: detailed ? 2 : 1 }, (_, at) =>
    profileOf(start + at, platformId, detailed, dice),
  )
  return { configuration_profiles: profiles, ...profiles[0] }
}

function contentOf(number: number, platformId: number, dice: Dice): Payload {
  const { type, label, description } = kinds[number % kinds.length] as (typeof kinds)[number]
  return {
    payload_uuid: dice.chance(0.2) ? unavailable.uuid : uuidOf(dice),
    payload_identifier: `example.harbourvale.${platformId}.${type}`,
    payload_description: description,
    payload_organization: company,
    payload_type: `platform.${type}`,
    payload_version: dice.between(1, 3),
    payload_display_name: label,
  }
}

function profileOf(number: number, platformId: number, detailed: boolean, dice: Dice): Payload {
  const contents = [contentOf(number, platformId, dice), contentOf(number + 1, platformId, dice)]
  return {
    ...contentOf(number, platformId, dice),
    payload_has_rem_password: dice.chance(0.2),
    payload_is_encrypted: dice.chance(0.4),
    payload_unremovable: dice.chance(0.5),
    payloadcontent: detailed ? contents : undefined,
  }
}
