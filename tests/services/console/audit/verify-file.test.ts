import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditFile } from '#services/console/audit/audit-file.ts'
import { verifyAuditLines } from '#services/console/audit/verify-file.ts'
import { anEntry, fiveEntries, masterKey, openTrail, type TrailWorld } from './trail-world.ts'

let world: TrailWorld
beforeEach(async () => {
  world = await openTrail()
  for (const entry of fiveEntries) await world.trail.record(entry)
  await world.trail.record(anEntry({ reason: 'Lost at the airport', ticket: 'INC-7' }))
})
afterEach(() => world.close())

const linesOf = async (filter: object = {}) => {
  const { bytes } = await auditFile.jsonl((max) => world.trail.chained({ site: 'test', ...filter }, max))
  return Buffer.from(bytes).toString().split('\n')
}

test('an export is verified without the database, whole and filtered', async () => {
  const lines = await linesOf()
  expect(verifyAuditLines(lines, masterKey)).toEqual({ entries: lines.length - 1, problems: [] })
  expect(verifyAuditLines(await linesOf({ user: 'operator' }), masterKey)).toEqual({ entries: 1, problems: [] })
})

test('a changed, duplicated or forged entry is named, and so is a file of another installation', async () => {
  const lines = (await linesOf()).filter(Boolean)
  const [newest = ''] = lines
  const changed = [newest.replace('INC-7', 'INC-8'), ...lines.slice(1)]
  expect(verifyAuditLines(changed, masterKey).problems).toEqual([expect.stringMatching(/^Entry \d+ was changed/)])
  for (const [from, to] of [
    [/"time":"[^"]*"/, '"time":"2001-01-01T00:00:00.000Z"'],
    [/}$/, ',"approvedBy":"chief"}'],
  ] as const)
    expect(verifyAuditLines([newest.replace(from, to)], masterKey).problems).toEqual([
      expect.stringContaining('its hash does not cover'),
    ])
  expect(verifyAuditLines([newest.replace(/"at":\d+/, '"at":1e99')], masterKey).problems).toEqual([
    'Line 1 is no entry of an audit',
  ])
  expect(verifyAuditLines([...lines, newest], masterKey).problems).toEqual([
    expect.stringContaining('is in the file more than once'),
  ])
  expect(verifyAuditLines(['{"id":1}', 'x', ...lines], masterKey).problems).toEqual([
    'Line 1 is no entry of an audit',
    'Line 2 is no entry of an audit',
  ])
  expect(verifyAuditLines(lines, Buffer.alloc(32, 'another')).problems).toHaveLength(lines.length)
})
