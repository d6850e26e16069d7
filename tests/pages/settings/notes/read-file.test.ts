import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnnotationField } from '#contract/console/annotations/annotations.ts'
import { csvText } from '#contract/csv.ts'
import { csvRows as readRows } from '#pages/settings/notes/csv-rows.ts'
import { csvText as decodeCsv } from '#pages/settings/notes/csv-text.ts'
import { readFile } from '#pages/settings/notes/read-file.ts'

const csvRows = (text: string) => readRows(text).rows.map(({ cells }) => cells)

describe('a file of a spreadsheet is read', () => {
  test('with semicolons, quotes, line breaks in a cell, and any end of a line', () => {
    expect(csvRows('\uFEFFName;Note\r\nweb-1;"a;b\nc ""d"""\r\rdb-1; x \n\n')).toEqual([
      ['Name', 'Note'],
      ['web-1', 'a;b\nc "d"'],
      ['db-1', 'x'],
    ])
  })

  test('as this console writes it', () => {
    const cell = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\r', '').trim())
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(rows, (given) => {
        // A heading decides what separates columns, and a row of nothing is left out.
        const full = [['Name', 'Note', 'Owner'], ...given.map((row) => ['x', ...row])]
        const escaped = full.some((row) => row.some((text) => /^'[=+\-@＝＋－＠]/.test(text)))
        fc.pre(!escaped && full.every((row) => row.every((text) => text === text.trim())))
        expect(csvRows(csvText(full))).toEqual(full)
      }),
    )
  })
})

test('its heading says what names a thing, which columns are fields, and which are nothing', () => {
  const fields: AnnotationField[] = [{ id: 'f1', name: 'Cost center', type: 'text', choices: [], kinds: ['device'] }]
  expect(readFile('ID,serial NUMBER,Owner,cost center,Color\n1,C02X,Ada,77,red\n2,C03X,,,', 'device', fields)).toEqual({
    column: 'Serial number',
    rows: [
      { line: 2, name: 'C02X', values: { owner: 'Ada', f1: '77' } },
      { line: 3, name: 'C03X', values: {} },
    ],
    ignored: ['ID', 'Color'],
  })
  expect(readFile('Serial number,Owner\nC02X,Ada', 'host', fields)).toMatchObject({
    problem: 'The first line needs a column “Name”.',
  })
  expect(readFile('Name,Color\nweb-1,red', 'host', fields)).toMatchObject({
    problem: 'No known columns. Expected: Owner, Tags, Note.',
  })
})

test('two columns of the same name are refused, since only one of them could be imported', () => {
  expect(readFile('Name,Owner,Note, owner\nweb-1,Ada,x,Bob', 'host', [])).toEqual({
    problem: 'The column “Owner” occurs twice. Rename or remove one of them.',
  })
  expect(readFile('Name,Note,NAME\nweb-1,x,web-2', 'host', [])).toEqual({
    problem: 'The column “Name” occurs twice. Rename or remove one of them.',
  })
  expect(readFile('Name,Note,Color,Color\nweb-1,x,1,2', 'host', [])).toMatchObject({ ignored: ['Color', 'Color'] })
})

test('a quotation mark without an end is told by its line, not read as one large cell', () => {
  const file = 'Name,Note\nweb-1,"two\nlines"\nweb-2,"no end\nweb-3,x\nweb-4,y'
  expect(readFile(file, 'host', [])).toEqual({
    problem: 'The quotation mark in line 4 has no end. Close or double it.',
  })
})

test('a row is told by its line of the file, also after empty lines and cells of several lines', () => {
  const read = readFile('Name,Note\r\n\r\nweb-1,"two\r\nlines"\r\n\r\nweb-2,x', 'host', [])
  expect(read).toMatchObject({
    rows: [
      { line: 3, name: 'web-1' },
      { line: 6, name: 'web-2' },
    ],
  })
})

test('a file with too many rows is refused', () => {
  const rows = Array.from({ length: 5001 }, (_, at) => `web-${at},x`)
  expect(readFile(`Name,Note\n${rows.join('\n')}`, 'host', [])).toEqual({
    problem: 'The file has more than 5,000 rows. Split it.',
  })
  expect(readFile(`Name,Note\n${rows.slice(1).join('\n')}`, 'host', [])).toMatchObject({ column: 'Name' })
})

test('a file in another encoding is refused instead of read with replaced characters', () => {
  const heading = 'Name,Owner\nweb-1,Zoë'
  expect(decodeCsv(Buffer.from(heading))).toBe(heading)
  expect(decodeCsv(Buffer.from(`\ufeff${heading}`, 'utf16le'))).toBe(heading)
  expect(decodeCsv(Buffer.from(heading, 'latin1'))).toBeUndefined()
  expect(decodeCsv(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).toBeUndefined() // a spreadsheet that is not CSV
})
