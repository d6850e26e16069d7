import { expect, test } from 'vitest'
import { deviceFields } from '#contract/mdm/device-fields.ts'
import { legend, meaningNotDefined, meaningOf } from '#contract/mdm/restriction-legend.ts'
import { booleanRestriction, legendRestrictions, restrictionNames } from '#contract/mdm/restriction-names.ts'

/** mobile-device-management, Restriction settings, transcribed a second time on purpose. */
const stated: [field: string, values: Record<number, [effect: string, text: RegExp]>][] = [
  ['about_flags_access', { 0: ['allowed', /can access/], 1: ['restricted', /cannot access/] }],
  ['action_center_notifications', { 1: ['allowed', /^Allowed/], 0: ['restricted', /^Restricted/] }],
  ['add_prov_package', { 1: ['allowed', /provisioning/], 0: ['restricted', /provisioning/] }],
  ['allow_address_bar_dropdown', { 0: ['restricted', /^Disabled/], 1: ['allowed', /^Enabled/] }],
  ...[
    'allow_autofill',
    'allow_developer_tools',
    'allow_extensions',
    'allow_flash',
    'allow_cookies',
    'allow_inprivate',
    'allow_passmgr',
    'allow_searchsuggest',
    'allow_smartscreen',
    'app_store_auto_update',
    'auto_connect_to_wifi_hotspot',
    'bluetooth_advertising',
    'bluetooth_discoverable',
    'bluetooth_prepairing',
  ].map((name): [string, Record<number, [string, RegExp]>] => [
    name,
    { 0: ['restricted', /^Restricted/], 1: ['allowed', /^Allowed/] },
  ]),
  ['allow_donot_track', { 1: ['allowed', /do-not-track/i], 0: ['restricted', /do-not-track/i] }],
  [
    'allow_keyguard_notifications',
    { 0: ['allowed', /allowed/], 1: ['other', /hidden content/], 2: ['other', /hidden/] },
  ],
  [
    'allow_play_protect_monitoring',
    { 1: ['other', /Always On/], 2: ['other', /Unknown/], 4: ['other', /User Controlled/] },
  ],
  ['allow_popups', { 0: ['allowed', /^Allowed/], 1: ['restricted', /^Restricted/] }],
  ['anti_theft_mode', { 1: ['other', /Default device configuration/], 0: ['restricted', /Not allowed/] }],
  ['cellular_data', { 0: ['other', /turn it on/], 1: ['other', /turn it off/], 2: ['other', /Forced on/] }],
  ['clear_browsing_data_exit', { 0: ['other', /^Not cleared/], 1: ['other', /^Cleared/] }],
]

test('the legend has the 25 fields of the reference, and each value means what it states', () => {
  expect(stated.map(([name]) => name).sort()).toEqual([...legendRestrictions].sort())
  for (const [name, values] of stated) {
    expect(Object.keys(legend[name as keyof typeof legend])).toEqual(Object.keys(values))
    for (const [value, [effect, text]] of Object.entries(values)) {
      for (const raw of [Number(value), value]) {
        expect(meaningOf(name, raw)).toMatchObject({ effect })
        expect(meaningOf(name, raw).text).toMatch(text)
      }
    }
  }
})

test('−1, 3 and anything else without a stated meaning have none, in every field', () => {
  for (const name of restrictionNames) {
    for (const value of [-1, 3, '-1', '3', 99, '', null, 'constructor', 'yes', 1.5, 5n]) {
      expect(meaningOf(name, value)).toEqual({ effect: 'undefined', text: meaningNotDefined })
    }
  }
  expect(meaningOf('camera', 1).effect).toBe('undefined')
  expect(meaningOf('__proto__', 1).effect).toBe('undefined')
  expect(meaningOf(booleanRestriction, true).text).toBe('Yes')
})

test('there are 214 restriction fields, each a field of the record', () => {
  expect(new Set(restrictionNames).size).toBe(214)
  for (const name of restrictionNames) expect(Object.keys(deviceFields)).toContain(name)
})
