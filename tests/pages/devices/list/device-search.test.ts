import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { inputOf } from '#components/lists/use-server-list.ts'
import { fromWireInput, toWireInput } from '#contract/http/http.ts'
import { deviceOrder, listDevices } from '#contract/mdm/device-list.ts'
import { deviceList, deviceSearch } from '#pages/devices/list/device-search.ts'

const at = (address: string) => deviceSearch.read(new URLSearchParams(address))
const toListInput = (search: ReturnType<typeof at>) => inputOf(deviceList, search)

test('the plain address shows every device by name, from the first page', () => {
  expect(at('')).toEqual(deviceSearch.defaults)
  expect(toListInput(at(''))).toMatchObject({ limit: 50, offset: 0, sort: 'device_name' })
  expect(deviceSearch.searchFor({})).toBe('')
})

test.each([
  'page=-1',
  'page=seven',
  'page=1e99',
  'size=100000',
  'size=0',
  'sort=password',
  'sort=--device_name',
  'managed_status=all',
  'removed=maybe',
  '__proto__=x&constructor=y',
])('an address with %s falls back to what makes sense', (address) => {
  expect(at(address)).toEqual(deviceSearch.defaults)
})

test('what one chose is in the address, and comes back from it', () => {
  const state = fc.record({
    search: fc.string({ maxLength: 200 }),
    platform: fc.string({ maxLength: 50 }),
    owned_by: fc.constantFrom('', '1', 'Corporate'),
    managed_status: fc.constantFrom('', '0', '5', '-1'),
    removed: fc.constantFrom('shown' as const, 'hidden' as const),
    sort: fc.constantFrom(...deviceOrder.options),
    page: fc.integer({ min: 1, max: 10_000 }),
    size: fc.integer({ min: 1, max: 200 }),
  })
  fc.assert(
    fc.property(state, (chosen) => {
      const address = deviceSearch.searchFor(chosen)
      expect(at(address)).toEqual(chosen)
      const input = toListInput(chosen)
      expect(fromWireInput(listDevices, toWireInput(listDevices, input))).toEqual(JSON.parse(JSON.stringify(input)))
    }),
  )
})

test('a search text longer than the server takes is cut, not refused', () => {
  expect(toListInput(at(`search=${'x'.repeat(500)}`)).search).toHaveLength(200)
})

test('spaces around a search text are not searched for, and stay while one types', () => {
  expect(at('search=amara+').search).toBe('amara ')
  expect(toListInput(at('search=amara+')).search).toBe('amara')
})

test('another filter leads back to the first page, another page keeps the filter', () => {
  const third = at('search=amara&page=3')
  expect(deviceSearch.changed(third, { platform: 'Tablet OS' })).toMatchObject({ search: 'amara', page: 1 })
  expect(deviceSearch.changed(third, { page: 4 })).toMatchObject({ search: 'amara', page: 4 })
})

test('an empty list can say which filters matched nothing, and drop them while keeping the order', () => {
  const narrow = at('search=amara&removed=shown&sort=-model&size=25')
  expect(deviceSearch.active(narrow)).toEqual(['search', 'removed'])
  expect(deviceSearch.changed(narrow, deviceSearch.cleared())).toEqual(at('sort=-model&size=25'))
  expect(deviceSearch.active(at('search=++'))).toEqual([])
})
