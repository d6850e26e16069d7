import { expect, test } from 'vitest'
import { countOf, everything, isSelected, nothing, withRows } from '#ui/table/selection/selection.ts'

test('chosen rows of one page stay chosen while another page is chosen from', () => {
  const chosen = withRows(withRows(nothing, ['a', 'b'], true), ['c'], true)
  expect(['a', 'b', 'c', 'd'].filter((id) => isSelected(chosen, id))).toEqual(['a', 'b', 'c'])
  expect(countOf(withRows(chosen, ['b'], false), 2000)).toBe(2)
})

test('everything that matches is chosen without naming it, but for those that are taken out again', () => {
  const chosen = withRows(everything, ['b', 'c'], false)
  expect(chosen).toEqual({ all: true, except: new Set(['b', 'c']) })
  expect(countOf(chosen, 2000)).toBe(1998)
  expect(isSelected(chosen, 'never seen')).toBe(true)
  expect(isSelected(withRows(chosen, ['b'], true), 'b')).toBe(true)
  expect(countOf(chosen, undefined), 'where nobody knows how many match').toBeUndefined()
})
