import { expect, test } from 'vitest'
import {
  distanceM,
  distanceText,
  projectionAround,
  roundBelow,
  scaleBar,
} from '#pages/devices/device/location/map/projection.ts'

const [width, height] = [640, 360]
const munich = { latitude: 48.137, longitude: 11.575 }
const berlin = { latitude: 52.52, longitude: 13.405 }

test('the distance of two cities is right to a kilometre', () => {
  expect(distanceM(munich, berlin) / 1000).toBeCloseTo(504, -0.3)
  expect(distanceText(689.4)).toBe('689 m')
  expect(distanceText(5430)).toBe('5.4 km')
})

test.each([
  ['two cities', [munich, berlin]],
  ['one place', [munich]],
  ['the same place twice', [munich, munich]],
  [
    'both sides of the date line',
    [
      { latitude: -17, longitude: 179.9 },
      { latitude: -17.2, longitude: -179.9 },
    ],
  ],
  [
    'a pole',
    [
      { latitude: 90, longitude: 0 },
      { latitude: 89.9, longitude: 90 },
    ],
  ],
])('%s fit on the map, with north up and lines of round degrees', (_, places) => {
  const { pointOf, latitudeLines, longitudeLines } = projectionAround(places, width, height)
  for (const place of places) {
    const { x, y } = pointOf(place)
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(width)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThanOrEqual(height)
  }
  expect(latitudeLines.length).toBeGreaterThan(0)
  expect(latitudeLines.length).toBeLessThan(20)
  expect(longitudeLines.length).toBeLessThan(20)
})

test('what is further north is higher up, what is further east is further right', () => {
  const { pointOf } = projectionAround([munich, berlin], width, height)
  expect(pointOf(berlin).y).toBeLessThan(pointOf(munich).y)
  expect(pointOf(berlin).x).toBeGreaterThan(pointOf(munich).x)
})

test('the scale bar is of a round length and as long as it says', () => {
  expect(roundBelow(7.3)).toBe(5)
  expect(roundBelow(0.029)).toBeCloseTo(0.02)
  const { pointOf, pixelsPerM } = projectionAround([munich, berlin], width, height)
  const bar = scaleBar(pixelsPerM, 160)
  expect(bar.pixels).toBeLessThanOrEqual(160)
  const [from, to] = [pointOf(munich), pointOf(berlin)]
  const drawn = Math.hypot(from.x - to.x, from.y - to.y)
  expect(drawn / pixelsPerM / distanceM(munich, berlin)).toBeCloseTo(1, 1)
})

test('two places on either side of the date line are as near each other on the map as they are', () => {
  const [west, east] = [
    { latitude: -17, longitude: 179.9 },
    { latitude: -17, longitude: -179.9 },
  ]
  const { pointOf, pixelsPerM } = projectionAround([west, east], width, height)
  expect(pointOf(east).x).toBeGreaterThan(pointOf(west).x)
  expect((pointOf(east).x - pointOf(west).x) / pixelsPerM / distanceM(west, east)).toBeCloseTo(1, 1)
})
