// Walks through the devices while the fleet changes, with requests written by hand.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseJson } from '#contract/json.ts'
import { enroll } from '#services/demo/clock/enrollment.ts'
import { readDemoClock } from '#services/demo/clock/demo-clock.ts'
import { asChange } from '#services/mdm/resources/change.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { runs } from '../../support/runs.ts'
import { startRunning, type Running } from '../running.ts'

type Row = { device_id: string } & Record<string, unknown>
type Page = {
  devices: Row[]
  metadata: { total_record_count: number }
  paging?: { next: string }
  'delta-token': string
}
const seeded = 400
const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]

describe.each(databases)('a walk through the devices on $name', ({ name, skip }) => {
  let running: Running
  let key: string
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    running = await startRunning({ seed: `large:${seeded}`, url: await postgres?.createDatabase('walk') })
    key = await running.mdmKey()
    // What was sent stays waiting: only the test changes devices.
    const headers = { 'content-type': 'application/json' }
    await fetch(`${running.lab}/world`, { method: 'POST', headers, body: '{"speed":"paused"}' })
    stop = async () => {
      await running.stop()
      await postgres?.stop()
    }
  })
  afterAll(() => stop())

  const tables = () => running.database.db.$extendTables<DeviceTables>()
  const fetchPage = async (address: string) => {
    const answer = await fetch(address, { headers: { authorization: key } })
    expect(answer.status, address).toBe(200)
    return parseJson(await answer.text()) as unknown as Page
  }
  const first = (query: string) => `${running.mdm}/api/v1/devices?${query}`

  /** Follow `next` to the end; between pages something happens. */
  async function walk(query: string, between: (page: Page) => Promise<void> = () => Promise.resolve()) {
    const pages: Page[] = []
    for (let address: string | undefined = first(query); address; address = pages.at(-1)?.paging?.next) {
      const page = await fetchPage(address)
      pages.push(page)
      if (page.paging) await between(page)
    }
    return { rows: pages.flatMap(({ devices }) => devices), token: pages[0]?.['delta-token'] ?? '', pages }
  }

  const enrollSome = (count: number) =>
    asChange(tables(), async (transaction, changed) =>
      enroll(transaction, { world: await readDemoClock(transaction), changed, count }),
    )
  const remove = (ids: readonly string[]) =>
    asChange(tables(), (transaction) => transaction.deleteFrom('device').where('device_id', 'in', ids).execute())
  const rename = async (id: string, to: string) => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: to })
    expect((await running.ask(`/api/v1/devices/${id}`, { method: 'PUT', headers, body })).status).toBe(200)
  }
  const scan = async (ids: readonly string[]) => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    const body = JSON.stringify({ device_ids: ids })
    expect((await running.ask('/api/v1/actions/scan', { method: 'POST', headers, body })).status).toBe(200)
  }

  const sorts = ['device_name', 'serial_number', 'model', 'user_name', 'managed_status', 'office', 'last_contact_time']
  const query = fc
    .record(
      {
        sort: fc.constantFrom(...sorts.flatMap((sort) => [sort, `-${sort}`])),
        limit: fc.integer({ min: 5, max: 60 }).map(String),
        platform: fc.constantFrom('Platform A', 'Platform B'),
        search: fc.constantFrom('a', 'er', '1'),
        exclude_removed: fc.constant('true'),
      },
      { requiredKeys: ['limit'] },
    )
    .map((parameters) => String(new URLSearchParams(parameters)))
  const step = fc.record({ enrolled: fc.nat(3), removed: fc.array(fc.nat(seeded), { maxLength: 2 }) })

  test.skipIf(skip)(
    'shows every device that is there throughout exactly once, whatever enrolls and is removed meanwhile',
    async () => {
      let [enrolled, removed] = [0, 0]
      await fc.assert(
        fc.asyncProperty(query, fc.array(step, { minLength: 1, maxLength: 6 }), async (wanted, steps) => {
          const before = (await walk(wanted)).rows.map(({ device_id: id }) => id)
          const gone = new Set<string>()
          const left = [...steps]
          const { rows } = await walk(wanted, async () => {
            const next = left.shift()
            const leaving = (next?.removed ?? []).flatMap((at) => before[at % (before.length || 1)] ?? [])
            for (const id of leaving) gone.add(id)
            if (leaving.length > 0) await remove(leaving)
            if (next?.enrolled) await enrollSome(next.enrolled)
            enrolled += next?.enrolled ?? 0
          })
          removed += gone.size
          const times = Map.groupBy(rows, ({ device_id: id }) => id)
          expect(before.filter((id) => !gone.has(id) && times.get(id)?.length !== 1)).toEqual([])
          expect([...times].filter(([, seen]) => seen.length > 1)).toEqual([])
        }),
        { numRuns: runs(5, 40) },
      )
      expect(Math.min(enrolled, removed)).toBeGreaterThan(0)
    },
    60_000,
  )

  test.skipIf(skip)(
    'of changes only, page by page while more changes come, keeps a copy that ends as the list is',
    async () => {
      const copy = new Map((await walk('limit=200')).rows.map((row) => [row.device_id, row]))
      let token = (await fetchPage(first('limit=1')))['delta-token']
      let [number, brought] = [0, 0]
      const ids = () => [...copy.keys()]
      const change = async (at: number) => {
        const id = ids()[at % copy.size] ?? ''
        number += 1
        if (at % 4 === 0) await enrollSome(1)
        else if (at % 4 === 1) await scan([id, ids()[(at * 7) % copy.size] ?? ''])
        else await rename(id, `${'AMZ'[number % 3]} renamed ${number}`)
      }
      const follow = async (limit: number, between: () => Promise<void>) => {
        const changes = await walk(`limit=${limit}&delta-token=${encodeURIComponent(token)}`, between)
        for (const row of changes.rows) copy.set(row.device_id, row)
        brought += changes.rows.length
        token = changes.token
        return changes
      }
      const changes = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 5 }), changes, changes, async (limit, some, meanwhile) => {
          for (const at of some) await change(at)
          const left = [...meanwhile]
          await follow(limit, async () => {
            const at = left.shift()
            if (at !== undefined) await change(at)
          })
          await follow(limit, () => Promise.resolve())
          expect((await follow(limit, () => Promise.resolve())).rows).toEqual([])
          const whole = (await walk('limit=200')).rows
          expect(copy.size).toBe(whole.length)
          for (const row of whole) expect(copy.get(row.device_id)).toEqual(row)
        }),
        { numRuns: runs(3, 15) },
      )
      // It is the changes that came, not the list again and again.
      expect(brought).toBeLessThan(seeded * 2)
    },
    60_000,
  )
})
