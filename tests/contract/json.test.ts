import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'

const integers = fc.oneof(
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n }),
  fc.bigInt({ max: -(2n ** 53n) }),
)
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    integers,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 5 }),
  ),
})).value

test('whatever is written is read again, with every digit', () => {
  fc.assert(
    fc.property(anything, (value) => {
      expect(parseJson(stringifyJson(value))).toEqual(withoutMinusZero(value))
    }),
  )
})
const withoutMinusZero = (value: unknown): unknown =>
  Object.is(value, -0)
    ? 0
    : Array.isArray(value)
      ? value.map(withoutMinusZero)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutMinusZero(item)]))
        : value

test.each([
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['[1,\n9007199254740993]', [1, 9007199254740993n]],
  ['{"id":9007199254740993,"text":"9007199254740993"}', { id: 9007199254740993n, text: '9007199254740993' }],
  ['{"text":"a: 9007199254740993, b"}', { text: 'a: 9007199254740993, b' }],
  ['{"share":0.12345678901234567}', { share: Number('0.12345678901234567') }],
  ['12345678901234567890.5', Number('12345678901234567890.5')],
])('%s is read without losing a digit', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

test.each([
  ['{"battery_level":1E400}', { battery_level: '1E400' }],
  ['[-1.5e+309, 2]', ['-1.5e+309', 2]],
  ['1e999', '1e999'],
  [`[1${'0'.repeat(400)}.5]`, [`1${'0'.repeat(400)}.5`]],
  ['{"share":1.5e300,"text":"at 1e999"}', { share: 1.5e300, text: 'at 1e999' }],
])('%s, which no number can hold, is read as it was sent', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

test('a long id keeps its digits in a problem, too, and nothing of the problem is lost', () => {
  const problem = new Problem('COM0008', 'No such device', { raw: { device_id: 9007199254740993n } })
  expect(stringifyJson(problem)).toBe(
    '{"service":"mdm","status":404,"code":"COM0008","message":"No such device","raw":{"device_id":9007199254740993}}',
  )
})

test('writing changes nothing of what is written', () => {
  const value = { list: [{ id: 2n ** 60n }], date: new Date(0) }
  expect(stringifyJson(value)).toBe('{"list":[{"id":1152921504606846976}],"date":"1970-01-01T00:00:00.000Z"}')
  expect(value.list[0]?.id).toBe(2n ** 60n)
})
