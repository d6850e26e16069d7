import { expect, test } from 'vitest'
import type { Column } from '#ui/table/column.ts'
import { choicesOf, filterPasses, filterText, rangeOf, withFilter } from '#ui/table/state/column-filter.ts'

test.each([
  ['Élan Phone', 'elan', true],
  ['Elan', ' ÉLAN ', true],
  ['Phone', 'elan', false],
  [undefined, 'x', false],
  [42, '4', true],
])('a text %s that is searched for %j: %s', (value, wanted, passes) => {
  expect(filterPasses('text', value, [wanted])).toBe(passes)
})

test.each([
  [5, ['3', '10'], true],
  [3, ['3', '10'], true],
  [10, ['3', '10'], true],
  [11, ['3', '10'], false],
  [11, ['3', ''], true],
  [-1, ['', '0'], true],
  ['7', ['3', '10'], true],
  [undefined, ['3', ''], false],
  ['--', ['3', ''], false],
] as const)('a number %s within %j: %s', (value, wanted, passes) => {
  expect(filterPasses('number', value, wanted)).toBe(passes)
})

test('days count whole, from their first millisecond to their last, where the person is', () => {
  const at = (text: string) => new Date(text).getTime()
  const day = ['2026-11-21', '2026-11-21']
  expect(filterPasses('date', at('2026-11-21T00:00:00'), day)).toBe(true)
  expect(filterPasses('date', at('2026-11-21T23:59:59.999'), day)).toBe(true)
  expect(filterPasses('date', at('2026-11-22T00:00:00'), day)).toBe(false)
  expect(filterPasses('date', at('2026-11-20T23:59:59.999'), day)).toBe(false)
})

test('a choice is one of several, and the whole value', () => {
  expect(filterPasses('choice', 'Lost', ['Lost', 'Removed'])).toBe(true)
  expect(filterPasses('choice', 'Lost mode', ['Lost'])).toBe(false)
})

test('an empty filter is none', () => {
  expect(withFilter({ name: ['x'], age: ['1', ''] }, 'name', ['  '])).toEqual({ age: ['1', ''] })
  expect(withFilter({}, 'age', ['', ''])).toEqual({})
})

const column: Column<{ city?: string }> = { id: 'city', header: 'City', cell: () => '', value: ({ city }) => city }

test('one chooses among the values that rows have, in the order of people', () => {
  const rows = [{ city: 'Ulm 10' }, { city: 'Ulm 9' }, {}, { city: 'Ulm 10' }]
  expect(choicesOf(column, rows).map(({ value }) => value)).toEqual(['Ulm 9', 'Ulm 10'])
})

test('a filter is said in words', () => {
  expect(filterText(column, [' bonn '])).toBe('City contains “bonn”')
  expect(filterText({ ...column, kind: 'number' }, ['3', ''])).toBe('City: from 3')
  expect(filterText({ ...column, kind: 'date' }, ['2026-01-01', '2026-02-01'])).toBe(
    'City: from 2026-01-01 to 2026-02-01',
  )
  const options = [{ value: '1', label: 'Bonn' }]
  expect(filterText({ ...column, kind: 'choice', options }, ['1', '2'])).toBe('City: Bonn or 2')
})

test('a day that no calendar has bounds nothing', () => {
  expect(rangeOf('date', ['2027-02-30', '2027-04-31'])).toEqual({ from: undefined, to: undefined })
  expect(rangeOf('date', ['2028-02-29', ''])).toEqual({ from: new Date(2028, 1, 29).getTime(), to: undefined })
})
