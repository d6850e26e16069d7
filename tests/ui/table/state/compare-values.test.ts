import { expect, test } from 'vitest'
import { compareValues } from '#ui/table/state/compare-values.ts'

test('names sort as people expect: by number, whatever the case and the accents', () => {
  expect(['device 10', 'Device 9', 'Émile', 'eva', 'Device 1'].sort(compareValues)).toEqual([
    'Device 1',
    'Device 9',
    'device 10',
    'Émile',
    'eva',
  ])
})

test('numbers sort by size', () => {
  expect([10, 9, -1, 2.5].sort(compareValues)).toEqual([-1, 2.5, 9, 10])
})
