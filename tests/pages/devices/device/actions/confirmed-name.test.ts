import { expect, test } from 'vitest'
import { confirmedName } from '#pages/devices/device/actions/confirmed-name.ts'

test.each([
  ['Till 4', 'Till 4'],
  ['Amara Okafor – Birch One 9 Pro', 'Amara Okafor – Birch One 9 Pro'],
  ['Reception\nsecond line', 'S-1'],
  ['invoice\u202Efdp.exe', 'S-1'],
  ['two  blanks', 'S-1'],
  ['Very long device name '.repeat(5), 'S-1'],
])('the name %j is confirmed by typing %j', (device_name, typed) => {
  expect(confirmedName({ device_id: '7', device_name, serial_number: 'S-1' })).toBe(typed)
})

test('a device without any name or serial number that can be typed goes by its id', () => {
  expect(confirmedName({ device_id: '7', device_name: '\u0007', serial_number: ' ' })).toBe('7')
})
