import { expect, test } from 'vitest'
import { daysOf, fileName, textsOfDays } from '#pages/devices/device/commands/history-days.ts'

test('a day begins and ends where the person is', () => {
  const { start_time = 0, end_time = 0 } = daysOf('2026-11-20', '2026-11-21')
  expect(new Date(start_time).getHours()).toBe(0)
  expect(new Date(start_time).getDate()).toBe(20)
  expect(new Date(end_time).getHours()).toBe(23)
  expect(new Date(end_time).getDate()).toBe(21)
  expect(daysOf('', '')).toEqual({})
  expect(textsOfDays(['2026-11-20', ''])).toEqual({ from: '2026-11-20', to: '' })
})

test.each([
  ['B9222222M', 'command-history-B9222222M'],
  ['../../etc', 'command-history--etc'],
  ['', 'command-history-7'],
])('the file of the device with the serial number %j is called %s', (serial_number, name) => {
  expect(fileName({ serial_number, device_id: '7' })).toBe(name)
})
