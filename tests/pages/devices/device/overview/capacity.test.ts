import { expect, test } from 'vitest'
import { positionOf } from '#pages/devices/device/location/location.ts'
import { gauges } from '#pages/devices/device/overview/capacity.ts'
import { received } from '../../records.ts'

test('a share is drawn from two numbers, also when they are texts', () => {
  const device = received({ device_capacity: '64', available_device_capacity: '16.5', battery_level: 80 })
  expect(gauges(device)).toEqual([
    { label: 'Battery', value: 80, max: 100, text: '80 %' },
    { label: 'Storage used', value: 47.5, max: 64, text: '47.5 of 64', note: 'Unit not defined' },
  ])
})

test('the used space that was sent counts before one that is worked out', () => {
  const device = received({ device_capacity: 64, available_device_capacity: 16, used_device_space: 40 })
  expect(gauges(device)).toMatchObject([{ value: 40, max: 64 }])
})

test.each([
  { device_capacity: '64 GB', available_device_capacity: '12 GB' },
  { device_capacity: 64 },
  { device_capacity: 0, available_device_capacity: 0 },
  { device_capacity: 10, available_device_capacity: 20 },
  { device_capacity: -1, available_device_capacity: -1 },
  { device_capacity: 10, used_device_space: 20 },
])('nothing is drawn from %j', (wire) => {
  expect(gauges(received(wire))).toEqual([])
})

test('a battery level outside 0 to 100 keeps its number', () => {
  expect(gauges(received({ battery_level: 4000 }))).toMatchObject([
    { value: 100, text: '4000, not a percentage from 0 to 100' },
  ])
  expect(gauges(received({ battery_level: -1 }))).toMatchObject([{ value: 0 }])
})

test.each([
  [48.137, 11.575, '48.137, 11.575', undefined],
  ['48.137', '11.575', '48.137, 11.575', undefined],
  [0, 0, '0, 0', 'probably no position'],
  [0, 11, '0, 11', undefined],
  [100, 11, '100, 11', 'outside the globe'],
  ['north', 'east', 'north, east', 'not a pair of coordinates'],
])('the position %s, %s is "%s" and %s', (latitude, longitude, text, doubt) => {
  expect(positionOf(received({ latitude, longitude }))).toEqual({ text, doubt })
})

test('a device that was never located has no position', () => {
  expect(positionOf(received({ latitude: null, longitude: null }))).toBeUndefined()
  expect(positionOf(received({ latitude: 48 }))).toBeUndefined()
})
