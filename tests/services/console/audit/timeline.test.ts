// The order and the pages of both audits together, against a list that is simply sorted.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/console/audit.ts'
import { newestFirst } from '#services/console/audit/newest-first.ts'
import { timelineIn } from '#services/console/audit/timeline.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { openTrail, type TrailWorld } from './trail-world.ts'
import { runs } from '../../../support/runs.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
beforeAll(async () => {
  postgres = noPostgres ? undefined : await startPostgres()
})
afterAll(() => postgres?.stop())

const first = Date.UTC(2026, 10, 21)
/** Few moments, so that many entries share one; the clock of the console may have gone backwards. */
const moment = fc.integer({ min: 0, max: 12 }).map((seconds) => first + seconds * 1000)
const consoleTimes = fc.array(moment, { maxLength: 30 })
const keyTimes = fc.array(fc.option(moment, { nil: undefined, freq: 8 }), { maxLength: 30 })

const keyEntry = (at: number | undefined, id: number): AuditEntry => ({
  source: 'keys',
  id,
  ...(at !== undefined && { at }),
  site: 'test',
  user: 'console',
  address: '',
  action: 'createSSHKey',
  target: '',
  description: `SSH key ${id} created`,
  reason: '',
  ticket: '',
  code: '',
})
const consoleRow = (at: number, id: number, site = 'test') => ({
  id,
  at,
  site,
  user_name: 'admin',
  address: '127.0.0.1',
  action: 'keys.createSshKey',
  target: `keyName: ${id}`,
  reason: '',
  ticket: '',
  result: 'done',
  code: '',
  revealed_to: null,
  searched: '\nadmin\nkeys.createsshkey\n',
  hash: '',
})
const place = ({ source, id }: AuditEntry) => `${source} ${id}`

/** The rule once more, in other words: by time, then the console, then the number; without a time last. */
function sortedUnion(own: readonly number[], ofKeys: readonly (number | undefined)[]): string[] {
  const all = [
    ...own.map((at, index) => ({ at, rank: 0, id: index + 1, name: `console ${index + 1}` })),
    ...ofKeys.map((at, index) => ({ at: at ?? 0, rank: 1, id: index + 1, name: `keys ${index + 1}` })),
  ]
  const digits = (number: number) => String(number).padStart(20, '0')
  const keyOf = ({ at, rank, id }: (typeof all)[number]) => `${digits(at)} ${1 - rank} ${digits(id)}`
  return all.sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1)).map(({ name }) => name)
}

describe.each(['SQLite', 'PostgreSQL'])('on %s', (kind) => {
  const isPostgres = kind === 'PostgreSQL'
  describe.skipIf(isPostgres && noPostgres)('', () => {
    let world: TrailWorld
    beforeAll(async () => {
      world = await openTrail(isPostgres ? await postgres?.createDatabase('timeline') : undefined)
    })
    afterAll(() => world.close())
    let sites = 0
    /** A site of its own, beside others, with these entries. */
    const filled = async (own: readonly number[]) => {
      const site = `site ${(sites += 1)}`
      const start = sites * 1000
      const rows = own.map((at, index) => consoleRow(at, start + index + 1, site))
      if (rows.length > 0) await world.tables.insertInto('proxy_audit').values(rows).execute()
      return {
        site,
        named: (entry: AuditEntry) =>
          place({ ...entry, id: (entry.id ?? 0) - (entry.source === 'console' ? start : 0) }),
      }
    }

    test('every page has its entries, each once, with the total', async () => {
      const cases = fc.record({
        own: consoleTimes,
        ofKeys: keyTimes,
        limit: fc.integer({ min: 1, max: 9 }),
        size: fc.integer({ min: 1, max: 12 }),
      })
      await fc.assert(
        fc.asyncProperty(cases, async ({ own, ofKeys, limit, size }) => {
          const { site, named } = await filled(own)
          const keyEntries = ofKeys.map((at, index) => keyEntry(at, index + 1)).sort(newestFirst)
          const expected = sortedUnion(own, ofKeys)
          const timeline = timelineIn(world.tables, size)
          const shown: string[] = []
          for (let page = 0; page * limit <= expected.length; page += 1) {
            const { total, entries } = await timeline.list({ site }, { page, limit }, keyEntries)
            expect(total).toBe(expected.length)
            shown.push(...entries.map(named))
          }
          expect(shown).toEqual(expected)

          const walked: string[] = []
          for await (const page of timeline.walk({ site }, expected.length, keyEntries)) walked.push(...page.map(named))
          expect(walked).toEqual(expected)
          const few: string[] = []
          for await (const page of timeline.walk({ site }, limit, keyEntries)) few.push(...page.map(named))
          expect(few).toEqual(expected.slice(0, limit))
        }),
        { numRuns: isPostgres ? runs(8, 25) : runs(25, 80) },
      )
    }, 120_000)

    test('a period filters entries, and one audit alone is the whole list', async () => {
      const { site, named } = await filled([first, first + 1000, first + 2000, first + 3000])
      const ofKeys = [keyEntry(first + 1500, 1)]
      const timeline = timelineIn(world.tables, 2)
      const all = { page: 0, limit: 10 }
      const period = { site, since: first + 1000, until: first + 2000 }
      expect((await timeline.list(period, all, ofKeys)).entries.map(named)).toEqual([
        'console 3',
        'keys 1',
        'console 2',
      ])
      expect((await timeline.list({ site, source: 'keys' }, all, ofKeys)).entries.map(named)).toEqual(['keys 1'])
      expect((await timeline.list({ site }, all)).entries.map(named)).toHaveLength(4)
      expect(await timeline.list({ site: 'nowhere' }, all)).toEqual({ total: 0, entries: [] })
    })
  })
})
