import { expect, test } from 'vitest'
import { comparisonOptions, conditionText } from '#components/fleet/condition-words.ts'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { parseQuery, printQuery } from '#contract/fleet/query-line.ts'

const textOf = (line: string) => {
  const read = parseQuery(line, deviceCatalog)
  if ('problem' in read) throw new Error(read.problem.message)
  expect(printQuery(read.conditions, deviceCatalog)).toBe(line)
  return read.conditions.map((condition) => conditionText(condition, deviceCatalog)).join('; ')
}

test.each([
  ['certificate_expiry<30d', 'Certificate expiry in less than 30 days'],
  ['certificate_expiry>1y', 'Certificate expiry in more than 1 year'],
  ['certificate_expiry<2026-07-01', 'Certificate expiry before 2026-07-01'],
  ['lastseen<30d', 'Last contact time within the last 30 days'],
  ['certificate_issuer:"Alder CA"', 'Certificate issuer contains “Alder CA”'],
  ['-certificate_identity', 'Identity certificate: no'],
  ['missing:certificate_expiry', 'Certificate expiry is not reported'],
])('%s is worded as %s', (line, text) => expect(textOf(line)).toBe(text))

test('each comparison with an expiry that the form offers is one of the query language', () => {
  const field = deviceCatalog.get('certificateexpiry')
  if (!field) throw new Error('no expiry')
  const values = { ago: '30d', date: '2026-01-31', nothing: undefined, value: '', entry: '' }
  for (const { comparison, negated, needs } of comparisonOptions(field)) {
    const value = values[needs]
    const condition = { field: field.name, comparison, ...(value && { value }), ...(negated && { negated }) }
    expect(parseQuery(printQuery([condition], deviceCatalog), deviceCatalog)).toEqual({ conditions: [condition] })
  }
})
