import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#components/lists/day-field.ts'
import { listAddress, matching, oneOf, pageOf, searchText, textUpTo } from '#components/lists/list-address.ts'

const devices = listAddress(
  {
    ...pageOf(50, 200),
    search: searchText,
    platform: textUpTo(50),
    status: matching(/^(-?\d{1,3})?$/),
    removed: oneOf('shown', ['shown', 'hidden']),
    since: day,
  },
  {
    search: ({ search }) => `search “${search.trim()}”`,
    status: ({ status, platform }) => `status ${status} of ${platform || 'any platform'}`,
    removed: () => 'without removed devices',
  },
)
const at = (address: string) => devices.read(new URLSearchParams(address))

const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2400-01-01'), noInvalidDate: true })
const state = fc.record({
  page: fc.integer({ min: 1, max: 1_000_000 }),
  size: fc.integer({ min: 1, max: 200 }),
  search: fc.string({ maxLength: 200 }),
  platform: fc.string({ maxLength: 50 }),
  status: fc.constantFrom('', '0', '-1', '999'),
  removed: fc.constantFrom('shown' as const, 'hidden' as const),
  since: fc.oneof(
    fc.constant(''),
    dates.map((date) => date.toISOString().slice(0, 10)),
  ),
})

test('whatever one chose comes back from the address', () => {
  fc.assert(
    fc.property(state, (chosen) => {
      const address = devices.write(new URLSearchParams(), chosen).toString()
      expect(at(address)).toEqual(chosen)
    }),
  )
})

test('whatever an address says, the list stands somehow', () => {
  const names = fc.constantFrom(...Object.keys(devices.defaults), 'columns', '__proto__', 'constructor')
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.string())), (pairs) => {
      const read = devices.read(new URLSearchParams(pairs))
      expect(at(devices.write(new URLSearchParams(pairs), read).toString())).toEqual(read)
    }),
  )
})

test.each([
  'page=0',
  'page=1e3',
  'page=-1',
  'size=201',
  'status=all',
  'removed=maybe',
  'since=2026-02-30',
  'since=now',
])('?%s makes no sense and counts as usual', (address) => expect(at(address)).toEqual(devices.defaults))

test('what is as usual stays out of the address, and what a table keeps there stays in it', () => {
  const address = new URLSearchParams('removed=hidden&page=3&columns=name,model&sort=-name')
  expect(devices.write(address, { removed: 'shown', search: 'x' }).toString()).toBe(
    'search=x&columns=name%2Cmodel&sort=-name',
  )
})

test('whatever decides which rows there are leads back to the first page; another page keeps the filters', () => {
  const third = at('search=x&page=3')
  expect(devices.changed(third, { removed: 'hidden' })).toMatchObject({ search: 'x', page: 1 })
  expect(devices.changed(third, { page: 4 })).toMatchObject({ search: 'x', page: 4 })
})

test('the filters in use can be said in words, and taken away while the order of the rest stays', () => {
  const narrow = at('search=+amara+&status=4&size=25&since=2026-11-01')
  expect(devices.active(narrow).map((name) => devices.filterText(narrow, name))).toEqual([
    'search “amara”',
    'status 4 of any platform',
  ])
  expect(devices.changed(narrow, devices.cleared())).toEqual(at('size=25&since=2026-11-01'))
  expect(devices.active(at('search=++'))).toEqual([])
})
