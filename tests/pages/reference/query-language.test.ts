import { expect, test } from 'vitest'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { parseQuery, printQuery } from '#contract/fleet/query-line.ts'
import { examples } from '#pages/reference/query-language.ts'

test.each(examples)('the example $query is read, and written as it stands', ({ query }) => {
  const read = parseQuery(query, deviceCatalog)
  expect('conditions' in read && printQuery(read.conditions, deviceCatalog)).toBe(query)
})
