import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnnotationField } from '#contract/console/annotations/annotations.ts'
import { csvText } from '#contract/csv.ts'
import { csvRows } from '#pages/settings/notes/csv-rows.ts'
import { readFile } from '#pages/settings/notes/import-plan.ts'

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
