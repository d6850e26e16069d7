import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  columnChoiceIn,
  filtersIn,
  keepColumns,
  matchingScope,
  sortsIn,
  viewOf,
  withColumnChoice,
  withFilters,
  withSorts,
} from '#ui/table/state/table-address.ts'

const address = (text = '') => new URLSearchParams(text)
const id = fc.stringMatching(/^[a-z_][a-z_]{0,9}$/)

test('a link carries columns, order and filters, whatever is in them', () => {
  const state = fc.record({
    columns: fc.uniqueArray(id, { minLength: 1 }),
    sorts: fc.array(fc.record({ id, descending: fc.boolean() })),
    filters: fc.dictionary(id, fc.array(fc.string(), { minLength: 1 }), { noNullPrototype: true }),
  })
  fc.assert(
    fc.property(state, ({ columns, sorts, filters }) => {
      const choice = { columns, pinned: columns.slice(0, 1) }
      const link = withFilters(withSorts(withColumnChoice(address('search=x'), choice), sorts), filters).toString()
      expect(columnChoiceIn(address(link))).toEqual(choice)
      expect(sortsIn(address(link))).toEqual(sorts)
      expect(filtersIn(address(link))).toEqual(filters)
      expect(address(link).get('search')).toBe('x')
    }),
  )
})

test('without anything of a table, the address stays as it was', () => {
  const plain = withFilters(withSorts(withColumnChoice(address('search=x'), undefined), []), {})
  expect(plain.toString()).toBe('search=x')
  expect(columnChoiceIn(plain)).toBeUndefined()
})

test('a view is the address without its page, and always names the columns', () => {
  const shown = { columns: ['name', 'age'], pinned: ['name'] }
  expect(viewOf(address('search=x&page=7'), shown)).toBe('columns=name%2Cage&pinned=name&search=x')
  expect(viewOf(address('columns=age'), shown)).toBe('columns=age')
})

test('a page that writes its address anew keeps the columns of the link', () => {
  expect(keepColumns(address('columns=a,b&pinned=a&search=x'), address('search=y')).toString()).toBe(
    'search=y&columns=a%2Cb&pinned=a',
  )
})

test('other filters match other rows; another order, page or look does not', () => {
  expect(matchingScope(address('page=2&size=100&sort=-age&columns=a&pinned=a&search=x'))).toBe('search=x')
  expect(matchingScope(address('search=y'))).not.toBe(matchingScope(address('search=x')))
})
