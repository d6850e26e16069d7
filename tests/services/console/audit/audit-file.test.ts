import { createHmac, hkdfSync } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditFile } from '#services/console/audit/audit-file.ts'
import { anEntry, fiveEntries, masterKey, openTrail, type TrailWorld } from './trail-world.ts'

let world: TrailWorld
beforeEach(async () => {
  world = await openTrail()
})
afterEach(() => world.close())

const fileOf = async (format: 'csv' | 'jsonl', filter: object = {}) => {
  const wanted = { site: 'test', ...filter }
  const { bytes, ...rest } =
    format === 'csv'
      ? await auditFile.csv((max) => world.trail.walk(wanted, max), { missing: [], unseen: 0 })
      : await auditFile.jsonl((max) => world.trail.chained(wanted, max))
  return { ...rest, bytes, text: Buffer.from(bytes).toString() }
}

/** RFC 4180, read by the book: another reader than the writer's own. */
function cellsIn(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}

test('a spreadsheet gets every entry in columns with headings, in UTF-8 that Excel recognizes', async () => {
  for (const entry of fiveEntries) await world.trail.record(entry)
  const { name, type, bytes, text } = await fileOf('csv')
  expect(name).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  expect(type).toBe('text/csv;charset=utf-8')
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [headings, ...rows] = cellsIn(text.slice(1))
  expect(headings).toEqual([
    'Source',
    'Number',
    'Time',
    'Site',
    'User',
    'Address',
    'Action',
    'Operation',
    'Target',
    'Description',
    'Reason',
    'Ticket',
    'Result',
    'Code',
  ])
  expect(rows.map(([, number]) => number)).toEqual(['4', '3', '2', '1'])
  expect(rows[3]?.slice(0, 1)).toEqual(['This console'])
  expect(rows[3]?.[2]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(rows[3]?.slice(3)).toEqual([
    'test',
    'admin',
    '127.0.0.1',
    'Sign in with user name and password',
    'session.signIn',
    '',
    '',
    '',
    '',
    'refused',
    'WRONG_CREDENTIALS',
  ])
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['\t=1', String.raw`\u0009=1`],
  ['\r=1', String.raw`\u000d=1`],
  ['a"b', 'a"b'],
  ['a,b;c', 'a,b;c'],
  ['a\nb', String.raw`a\u000ab`],
  ['=cmd|\'/c calc\'!A0,"x"', "'=cmd|'/c calc'!A0,\"x\""],
  [' spaced ', ' spaced '],
])('whoever is called %j runs nothing in a spreadsheet, and stays in one cell', async (hostile, cell) => {
  await world.trail.record(
    anEntry({ user: hostile, target: hostile, address: hostile, reason: hostile, code: hostile }),
  )
  const [, row] = cellsIn((await fileOf('csv')).text.slice(1))
  expect(row).toHaveLength(14)
  expect([row?.[4], row?.[5], row?.[8], row?.[10], row?.[13]]).toEqual([cell, cell, cell, cell, cell])
})

test('the first lines of the file name entries that it omits', async () => {
  const missing = [{ source: 'keys' as const, code: 'UNREACHABLE', message: 'what a server said' }]
  const { bytes } = await auditFile.csv((max) => world.trail.walk({ site: 'test' }, max), { missing, unseen: 5 })
  const [, absent, older] = cellsIn(Buffer.from(bytes).toString().slice(1))
  expect([absent?.[0], absent?.[9], absent?.[13]]).toEqual([
    'Key management',
    'Not in this file: The server cannot be reached',
    'UNREACHABLE',
  ])
  expect(older?.[9]).toBe('Not in this file: 5 older entries')
})

test('the file has the filtered entries', async () => {
  for (const entry of fiveEntries) await world.trail.record(entry)
  const lines = (await fileOf('jsonl', { user: 'operator' })).text.trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([3])
  expect((await fileOf('csv', { site: 'nowhere' })).text.trim().split('\n')).toHaveLength(1)
  expect((await fileOf('jsonl', { site: 'nowhere' })).text).toBe('')
})

test('the chain can be checked from the file and the master key alone, as decisions 81 and 124 say', async () => {
  for (const entry of fiveEntries) await world.trail.record(entry)
  const lines = (await fileOf('jsonl')).text.trim().split('\n').toReversed()
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych audit', 32))
  let previous = ''
  for (const line of lines) {
    const entry = JSON.parse(line) as Record<string, unknown>
    const said = ['previous', 'id', 'at', 'site', 'user', 'address', 'action', 'target', 'result', 'code', 'revealedTo']
    const why = ['reason', 'ticket']
    const hash = createHmac('sha256', key)
      .update(JSON.stringify([...said, ...(entry.reason || entry.ticket ? why : [])].map((name) => entry[name])))
      .digest('hex')
    expect(entry.hash).toBe(hash)
    expect(entry.previous).toBe(previous)
    expect(new Date(entry.time as string).getTime()).toBe(entry.at)
    previous = hash
  }
  expect((await world.trail.list({ site: 'other' }, { page: 0, limit: 1 })).entries).toHaveLength(1)
  expect(lines).toHaveLength(4)
})
