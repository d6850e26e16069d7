import { describe, expect, test } from 'vitest'
import { filtered, unmetFilters } from '#contract/mdm/rules/device-filters.ts'
import { sortValue } from '#components/devices/device-order.ts'
import { inOrder, isInOrder } from '#components/lists/checked/row-order.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'

const named = (...names: (string | undefined)[]): DeviceSummary[] => names.map((device_name) => ({ device_name }))

describe('rows are in the order that was asked for', () => {
  test.each([
    [['Alpha', 'beta', 'Gamma'], 'without regard to case'],
    [['Gamma', 'alpha'], 'by the codes of their letters'],
    [['Äpfel', 'Birne', 'Öl'], 'as people sort them'],
    [['Phone 2', 'Phone 10'], 'by their numbers'],
    [['a', 'a', undefined, 'b', undefined], 'where some do not say'],
  ])('%j: %s', (names) => {
    expect(isInOrder(named(...names), 'device_name', sortValue)).toBe(true)
    expect(isInOrder(named(...names).toReversed(), '-device_name', sortValue)).toBe(true)
  })

  test('or they are not', () => {
    expect(isInOrder(named('beta', 'alpha', 'Gamma'), 'device_name', sortValue)).toBe(false)
    expect(isInOrder(named('alpha', 'beta'), '-device_name', sortValue)).toBe(false)
  })
})

test('sorting here puts what does not say last, in either direction', () => {
  const names = (sort: string) => inOrder(named('b', undefined, 'a'), sort, sortValue).map((row) => row.device_name)
  expect(names('device_name')).toEqual(['a', 'b', undefined])
  expect(names('-device_name')).toEqual(['b', 'a', undefined])
})

describe('a filter', () => {
  const rows = [
    { managed_status: 2 },
    { managed_status: 4 },
    { is_removed: true, managed_status: 2 },
  ] as DeviceSummary[]
  test('is unmet by a row that is outside of it', () => {
    expect(unmetFilters(rows, { managed_status: ['2', '4'] })).toEqual([])
    expect(unmetFilters(rows, { managed_status: ['2'] })).toEqual(['managed_status'])
    expect(unmetFilters(rows, { exclude_removed: true })).toEqual(['exclude_removed'])
  })
  test('is done here where every row says what it needs, and not at all otherwise', () => {
    expect(filtered(rows, { managed_status: ['2'], exclude_removed: true })).toEqual([{ managed_status: 2 }])
    expect(filtered([{ device_id: '1' }] as DeviceSummary[], { managed_status: ['2'] })).toBeUndefined()
  })
})
