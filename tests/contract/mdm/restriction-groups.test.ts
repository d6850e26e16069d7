import { expect, test } from 'vitest'
import { restrictionGroup, restrictionGroups } from '#contract/mdm/restriction-groups.ts'
import { restrictionNames } from '#contract/mdm/restriction-names.ts'

test.each([
  ['browser_allow_popups', 'Browser'],
  ['allow_bt_outgoing_calls', 'Bluetooth'],
  ['allow_roaming_voice_calls', 'Calls and messages'],
  ['allow_usb_tethering', 'Networks'],
  ['allow_statusbar_expansion', 'Device and settings'],
  ['allow_usb_debug', 'Storage and USB'],
  ['camera', 'Camera and media'],
  ['allow_modifi_passcode', 'Passwords and lock screen'],
])('%s is looked for under “%s”', (name, group) => {
  expect(restrictionGroup(name)).toBe(group)
})

test('every group has settings, and none has so many that nobody finds one', () => {
  const counts = restrictionGroups.map((group) => restrictionNames.filter((name) => restrictionGroup(name) === group))
  expect(counts.map(({ length }) => length).filter((length) => length < 5 || length > 30)).toEqual([])
})
