import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listSplitter } from '#platform/upstream/list-splitter.ts'
import { runs } from '../../support/runs.ts'

/** What is read of an answer that comes in parts of these lengths, one after the other, again and again. */
function read(text: string, lengths: readonly number[] = [text.length], name = 'details') {
  const bytes = Buffer.from(text)
  const splitter = listSplitter(name)
  const batches: string[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1
    batches.push(...splitter.push(bytes.subarray(at, at + length)))
    at += length
  }
  const rows = batches.flatMap((batch) => JSON.parse(`[${batch}]`) as unknown[])
  return { rows, batches: batches.length, rest: JSON.parse(Buffer.from(splitter.rest()).toString()) as unknown }
}

describe('a list is cut out of its answer', () => {
  test('whatever it holds, whatever stands around it, and wherever the network parts it', () => {
    const names = fc.string().filter((name) => name !== 'details' && name !== '__proto__')
    const answers = fc.tuple(
      fc.dictionary(names, fc.jsonValue({ maxDepth: 2 })),
      fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 30 }),
      fc.dictionary(names, fc.jsonValue({ maxDepth: 2 })),
    )
    fc.assert(
      fc.property(
        answers,
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
        ([before, details, behind], lengths) => {
          const whole = { ...before, details, ...behind }
          const { rows, rest } = read(JSON.stringify(whole), lengths)
          expect(rows).toEqual(JSON.parse(JSON.stringify(details)))
          expect(rest).toEqual(JSON.parse(JSON.stringify({ ...whole, details: [] })))
        },
      ),
      { numRuns: runs(200, 5_000) },
    )
  })

  test('a long one comes in many batches, each complete', () => {
    const details = Array.from({ length: 10_000 }, (_, at) => ({ at, text: `row, [${at}] {"` }))
    const { rows, batches } = read(JSON.stringify({ details, totalRows: 10_000 }), [1_000, 7, 4_096])
    expect(rows).toEqual(details)
    expect(batches).toBeGreaterThan(5)
  })

  test('also where a row has a byte that is no text', () => {
    const splitter = listSplitter('details')
    const bytes = [Buffer.from('{"details":[{"a":"M'), Buffer.from([0xfc]), Buffer.from('nchen"},{"a":"b"}]}')]
    const batches = bytes.flatMap((part) => splitter.push(part))
    expect(batches.join()).toBe('{"a":"M\uFFFDnchen"},{"a":"b"}')
  })

  test('only the list of that name at the top is it', () => {
    const answer = { other: { details: [1] }, list: [[{ details: [2] }]], details: [3] }
    expect(read(JSON.stringify(answer))).toMatchObject({ rows: [3], rest: { ...answer, details: [] } })
    expect(read('{"d\\u0065tails":[1,2]}').rows).toEqual([1, 2])
    expect(read('{"text":"details","x":[1]}').rows).toEqual([])
    expect(read('{"details":{"a":[1]}}').rest).toEqual({ details: { a: [1] } })
  })
})

describe('what is not whole is never read as a shorter list', () => {
  const long = JSON.stringify({ details: Array.from({ length: 5_000 }, (_, at) => `row ${at}`) })

  test.each([
    ['ends amid a row', long.slice(0, 50_000)],
    ['ends behind a row', long.slice(0, long.lastIndexOf(',"row'))],
    ['ends behind the list', long.slice(0, -1)],
    ['has a comma too many', long.replace(']', ',]')],
    ['has a comma too few', long.replace('","row 4000', '" "row 4000')],
    ['begins with a comma', long.replace('[', '[,')],
    ['has the list twice', long.replace('}', ',"details":[]}')],
    ['nests without end', `{"details":[${'['.repeat(1000)}`],
  ])('an answer that %s', (_, text) => {
    expect(() => read(text, [4_096])).toThrow()
  })

  test('one that has a comma too many just where a batch ends', () => {
    for (let size = 32_600; size < 32_800; size += 1) {
      expect(() => read(`{"details":["${'x'.repeat(size)}",]}`), String(size)).toThrow()
    }
  })

  test('one with a row of 20 MB', () => {
    expect(() => read(`{"details":["${'x'.repeat(20_000_000)}"]}`, [65_536])).toThrow(
      'One row of the list is longer than 10 MiB',
    )
  })
})
