import { expect, test } from 'vitest'
import { positionRows } from '#pages/devices/device/location/positions.ts'

const at = (hours: number) => Date.UTC(2026, 10, 21, hours)

test('positions are in the order of time, and the address stands where the record was located', () => {
  const device = { latitude: 48.1, longitude: 11.5, located_time: at(9), address: 'Marienplatz' }
  const listed = [
    { latitude: 48, longitude: 11, located_time: at(7) },
    { latitude: 48.1, longitude: 11.5, located_time: at(9) },
  ]
  expect(positionRows(device, listed).map(({ text, address }) => [text, address])).toEqual([
    ['48.1, 11.5', 'Marienplatz'],
    ['48, 11', ''],
  ])
})

test('the position of the record is shown where the list lacks it', () => {
  const device = { latitude: 48.1, longitude: 11.5, located_time: at(9) }
  expect(positionRows(device, [])).toMatchObject([{ text: '48.1, 11.5', place: { latitude: 48.1, longitude: 11.5 } }])
  expect(positionRows({}, [])).toEqual([])
})

test.each([
  [{ latitude: 0, longitude: 0 }, 'probably no position'],
  [{ latitude: 'north', longitude: 2 }, 'not a pair of coordinates'],
  [{ latitude: 91, longitude: 2 }, 'outside the globe'],
])('%j is in the list, said to be doubtful, and not on the map', (one, doubt) => {
  expect(positionRows({}, [one])).toMatchObject([{ doubt, place: undefined }])
})
