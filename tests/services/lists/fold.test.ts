import { expect, test } from 'vitest'
import { fold, searchedText, sortKey, wholeValue } from '#services/lists/fold.ts'

test.each([
  ['STRASSE', 'straße'],
  ['STRAẞE', 'Strasse'],
  ['Ünïcode', 'u\u0308nïcode'],
  ['ＡＢＣ１', 'abc1'],
  ['ΟΔΥΣΣΕΎΣ', 'οδυσσεύς'],
  ['ﬁn', 'fin'],
  ['a\u0000b\tc', 'a b c'],
])('%j and %j are the same text', (one, other) => {
  expect(fold(one)).toBe(fold(other))
})

test('a search cannot reach from one field into the next, or into their marks', () => {
  const text = searchedText(['abc', 'def'], [['imei', '123']])
  for (const reaching of ['cd', 'c\u001fd', 'c d', '\u0002123', '\u001f'])
    expect(text.includes(fold(reaching))).toBe(false)
  expect(text.includes(wholeValue('imei', '123'))).toBe(true)
  for (const other of ['12', '23', '1234']) expect(text.includes(wholeValue('imei', other))).toBe(false)
  expect(text.includes(wholeValue('email', '123'))).toBe(false)
})

test('numbers in text sort by their size, accents do not count, and missing values come first', () => {
  const sorted = ['device 10', 'Zebra', 'éclair', undefined, 'device 9', 'Ecuador', '18.10', '18.9']
    .map((value) => ({ value, key: sortKey(value) }))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
  expect(sorted.map(({ value }) => value)).toEqual([
    undefined,
    '18.9',
    '18.10',
    'device 9',
    'device 10',
    'éclair',
    'Ecuador',
    'Zebra',
  ])
})

test('times, statuses and negative numbers sort as numbers', () => {
  const values = [1_793_480_400_000, 5, 999_999_999_999, 0]
  expect(values.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual(values.toSorted((a, b) => a - b))
})
