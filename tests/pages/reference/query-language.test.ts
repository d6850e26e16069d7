import { expect, test } from 'vitest'
import { computerCatalog } from '#contract/fleet/computer-catalog.ts'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { parseQuery, printQuery } from '#contract/fleet/query-line.ts'
import { examples, subjects } from '#pages/reference/query-language.ts'

const catalogs = { devices: deviceCatalog, computers: computerCatalog }

test.each(subjects.flatMap((of) => examples[of].map(({ query }) => ({ of, query }))))(
  'the example $query of $of is read, and written as it stands',
  ({ of, query }) => {
    const read = parseQuery(query, catalogs[of])
    expect('conditions' in read && printQuery(read.conditions, catalogs[of])).toBe(query)
  },
)
