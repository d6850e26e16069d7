import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvStart, csvText } from '#contract/csv.ts'
import { cellsOfCsv } from '../support/cells-of-csv.ts'

test('a file says in its first bytes that it is UTF-8, and its lines end as RFC 4180 says', () => {
  expect(
    csvText([
      ['Name', 'Age'],
      ['Zoë', 3],
    ]),
  ).toBe('\uFEFFName,Age\r\nZoë,3\r\n')
})

test('every text is read back as it was, whatever is in it', () => {
  const harmless = fc.string({ unit: 'grapheme' }).filter((text) => !/^[=+\-@\t\r\n＝＋－＠]/.test(text))
  fc.assert(
    fc.property(fc.array(fc.array(harmless, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      expect(cellsOfCsv(csvText(rows).slice(csvStart.length))).toEqual(rows)
    }),
  )
})

test.each([
  '=1+1',
  '+49 30',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  '＋1',
  '－1',
  '＠1',
  `=cmd|' /C calc'!A0`,
])('a spreadsheet takes %j for a text, not for a formula', (text) => {
  const [[cell] = []] = cellsOfCsv(csvText([[text, 'x']]).slice(csvStart.length))
  expect(cell).toBe(`'${text}`)
})

test('a number stays a number, also below zero, and what is missing is empty', () => {
  expect(csvText([[-1, undefined, 0]])).toBe(`${csvStart}-1,,0\r\n`)
})
