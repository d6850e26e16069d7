import type { Scalar } from '#contract/wire.ts'
import { booleanRestriction, type RestrictionName, type legendRestrictions } from './restriction-names.ts'

/** Effect of a value: `other` is documented but neither allows nor restricts; `undefined` has no documented meaning. */
export type Effect = 'allowed' | 'restricted' | 'other' | 'undefined'
export type Meaning = { effect: Effect; text: string }

const allowed = (text = 'Allowed'): Meaning => ({ effect: 'allowed', text })
const restricted = (text = 'Restricted'): Meaning => ({ effect: 'restricted', text })
const other = (text: string): Meaning => ({ effect: 'other', text })
const oneAllows = { 0: restricted(), 1: allowed() }

/** Documented meanings by field. Three fields have the opposite meaning of what their name suggests. */
export const legend: Record<(typeof legendRestrictions)[number], Record<number, Meaning>> = {
  about_flags_access: {
    0: allowed('Users can access the flags page'),
    1: restricted('Users cannot access the flags page'),
  },
  action_center_notifications: oneAllows,
  add_prov_package: {
    0: restricted('Addition of provisioning packages restricted'),
    1: allowed('Addition of provisioning packages allowed'),
  },
  allow_address_bar_dropdown: { 0: restricted('Disabled'), 1: allowed('Enabled') },
  allow_autofill: oneAllows,
  allow_developer_tools: oneAllows,
  allow_extensions: oneAllows,
  allow_flash: oneAllows,
  allow_cookies: oneAllows,
  allow_inprivate: oneAllows,
  allow_passmgr: oneAllows,
  allow_searchsuggest: oneAllows,
  allow_smartscreen: oneAllows,
  allow_donot_track: { 0: restricted('Do-not-track requests restricted'), 1: allowed('Do-not-track requests allowed') },
  allow_keyguard_notifications: {
    0: allowed('Notifications allowed'),
    1: other('Notifications with hidden content'),
    2: other('Notification hidden'),
  },
  allow_play_protect_monitoring: { 1: other('Always On'), 2: other('Unknown'), 4: other('User Controlled') },
  allow_popups: { 0: allowed(), 1: restricted() },
  anti_theft_mode: { 0: restricted('Not allowed'), 1: other('Default device configuration') },
  app_store_auto_update: oneAllows,
  auto_connect_to_wifi_hotspot: oneAllows,
  bluetooth_advertising: oneAllows,
  bluetooth_discoverable: oneAllows,
  bluetooth_prepairing: oneAllows,
  cellular_data: {
    0: other('Users may turn it on'),
    1: other('Users may turn it off'),
    2: other('Forced on'),
  },
  clear_browsing_data_exit: { 0: other('Not cleared'), 1: other('Cleared') },
}

export const meaningNotDefined = 'Meaning not defined'

/**
 * Documented meaning of a value. −1, 3 and all other undocumented values are reported as such, and count as neither
 * allowed nor restricted.
 */
export function meaningOf(name: RestrictionName | (string & {}), value: Scalar): Meaning {
  if (name === booleanRestriction && (value === true || value === false)) return other(value ? 'Yes' : 'No')
  const values: Record<string, Meaning> = Object.hasOwn(legend, name) ? legend[name as keyof typeof legend] : {}
  const digits = typeof value === 'boolean' || value === null ? '' : String(value).trim()
  return (
    (Object.hasOwn(values, digits) ? values[digits] : undefined) ?? { effect: 'undefined', text: meaningNotDefined }
  )
}

export type RestrictionValue = number | boolean

/** Values in the sample of the reference. */
const sampleValues = [-1, 0, 1, 3]

/** Values that a setting accepts: the documented ones, or else those of the sample. */
export function restrictionValues(name: RestrictionName): readonly RestrictionValue[] {
  if (name === booleanRestriction) return [false, true]
  return Object.hasOwn(legend, name) ? Object.keys(legend[name as keyof typeof legend]).map(Number) : sampleValues
}
