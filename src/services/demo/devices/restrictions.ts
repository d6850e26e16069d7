import type { Device } from '#contract/mdm/devices.ts'
import { legend } from '#contract/mdm/restriction-legend.ts'
import {
  booleanRestriction,
  deviceRestrictions,
  legendRestrictions,
  plainRestrictions,
  type RestrictionName,
  restrictionNames,
  vendorDeviceRestrictions,
  vendorRestrictions,
} from '#contract/mdm/restriction-names.ts'
import { Dice } from '#services/demo/random.ts'
import { type Platform, systems } from './models.ts'
import type { Unit } from './unit.ts'

type Values = Partial<Record<RestrictionName, number | boolean>>

/** Share of settings that each policy restricts. */
const policies = { open: 0.1, office: 0.3, strict: 0.6, kiosk: 0.85 }
type Policy = keyof typeof policies

const managedByProfile: readonly RestrictionName[] = [
  ...legendRestrictions,
  ...plainRestrictions,
  booleanRestriction,
  ...vendorRestrictions,
]
const managedByAgent: readonly RestrictionName[] = [
  ...legendRestrictions,
  booleanRestriction,
  ...deviceRestrictions,
  ...vendorDeviceRestrictions,
]
/** Settings reported by personal devices; corporate ones report all 214. */
const knownTo: Record<Platform, readonly RestrictionName[]> = {
  'Platform A': managedByProfile,
  'Platform B': managedByAgent,
  'Platform C': managedByProfile,
}

/** Undocumented values; real servers mostly send −1 and 3. */
const undefinedValues = [-1, -1, -1, -1, -1, 3, 3, 3, 5, 99]

function valueOf(name: RestrictionName, share: number, dice: Dice): number {
  if (dice.chance(0.08)) return dice.pick(undefinedValues)
  const values = Object.keys(legend[name as keyof typeof legend] ?? { 0: 0, 1: 1 }).map(Number)
  if (values.length > 2) return dice.pick(values)
  return dice.chance(share) ? 0 : 1
}

/** Settings of a policy on a platform, shared by all its devices. */
function settingsOf(platform: Platform, policy: Policy, names: readonly RestrictionName[]): Values {
  const dice = new Dice(`policy ${policy}`, systems[platform].id)
  const settings: Values = {}
  for (const name of names) settings[name] = valueOf(name, policies[policy], dice)
  return { ...settings, [booleanRestriction]: policy === 'kiosk', cellular_data: 3, anti_theft_mode: -1 }
}

const byPolicy = (platform: Platform, names: readonly RestrictionName[]) => ({
  open: settingsOf(platform, 'open', names),
  office: settingsOf(platform, 'office', names),
  strict: settingsOf(platform, 'strict', names),
  kiosk: settingsOf(platform, 'kiosk', names),
})
const bothWays = (platform: Platform) => ({
  all: byPolicy(platform, restrictionNames),
  known: byPolicy(platform, knownTo[platform]),
})
const settings: Record<Platform, Record<'all' | 'known', Record<Policy, Values>>> = {
  'Platform A': bothWays('Platform A'),
  'Platform B': bothWays('Platform B'),
  'Platform C': bothWays('Platform C'),
}

/**
 * Settings of the device's policy, with three changed individually. The vendor's container repeats all of them, with
 * some differences.
 */
export function restrictionsOf({ index, model, corporate, supervised, kiosk, detailed, resourceId }: Unit): Device {
  const dice = new Dice('restrictions', index)
  const policy = kiosk ? 'kiosk' : supervised ? 'strict' : corporate ? 'office' : 'open'
  const values: Values = { ...settings[model.platform][corporate && detailed ? 'all' : 'known'][policy] }
  for (let count = 0; count < 3; count++) {
    const name = dice.pick(knownTo[model.platform])
    if (name !== booleanRestriction) values[name] = valueOf(name, 0.5, dice)
  }
  if (!model.container || !corporate || !detailed) return values
  const inContainer: Values = { ...values, camera: 1 }
  for (let count = 0; count < 3; count++) inContainer[dice.pick(deviceRestrictions)] = dice.pick([0, 1, 3, -1])
  return { ...values, vendor_restricions: { resource_id: resourceId, scope: dice.pick([0, 1]), ...inContainer } }
}
