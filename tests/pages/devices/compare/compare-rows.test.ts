import { expect, test } from 'vitest'
import { restrictionNames } from '#contract/mdm/restriction-names.ts'
import { comparedMatching, compareRows, countsOf, hasRestrictions } from '#pages/devices/compare/compare-rows.ts'
import { received } from '../records.ts'

const left = received({ camera: 0, allow_popups: 1, allow_cookies: 1, vendor_restricions: { allow_cookies: 0 } })
const right = received({ camera: 1, allow_popups: 1, allow_cookies: 1, allow_flash: 3 })
const rows = compareRows(left, right)
const rowOf = (name: string) => rows.find((row) => row.name === name)

test('every setting of the reference is compared, in its order', () => {
  expect(rows.map(({ name }) => name)).toEqual([...restrictionNames])
})

test('a setting differs by its value, and by being missing on one side', () => {
  expect(
    rows
      .filter(({ differs }) => differs)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['allow_cookies', 'allow_flash', 'camera'])
  expect(rowOf('allow_flash')).toMatchObject({ left: [], right: [{ raw: '3', meaning: { effect: 'undefined' } }] })
})

test('two places that say different things are both shown, and neither is preferred', () => {
  expect(rowOf('allow_cookies')).toMatchObject({
    conflicts: true,
    left: [{ raw: '1' }, { raw: '0' }],
    right: [{ raw: '1' }],
  })
})

test('the same value in both places is the same as in one of them', () => {
  const twice = received({ camera: 0, vendor_restricions: { camera: 0 } })
  expect(compareRows(received({ camera: 0 }), twice).filter(({ differs }) => differs)).toEqual([])
})

test('the same two values the other way round are a difference', () => {
  const one = received({ camera: 0, vendor_restricions: { camera: 1 } })
  const other = received({ camera: 1, vendor_restricions: { camera: 0 } })
  expect(compareRows(one, other).find(({ name }) => name === 'camera')?.differs).toBe(true)
})

test('the switch leaves the differences, and the search looks at values and meanings', () => {
  expect(countsOf(rows)).toEqual([
    { filter: 'all', count: 214 },
    { filter: 'differ', count: 3 },
    { filter: 'same', count: 211 },
    { filter: 'conflict', count: 1 },
  ])
  expect(comparedMatching(rows, 'differ', 'camera').map(({ name }) => name)).toEqual(['camera'])
})

test('the numbers above the settings follow the search', () => {
  expect(countsOf(rows, 'camera').find(({ filter }) => filter === 'differ')?.count).toBe(1)
  expect(countsOf(rows, 'no such setting').map(({ count }) => count)).toEqual([0, 0, 0, 0])
})

test('a record without any setting says nothing about them', () => {
  expect(hasRestrictions(received({}))).toBe(false)
  expect(hasRestrictions(received({ vendor_restricions: { camera: 0 } }))).toBe(true)
})
