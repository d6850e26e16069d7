// Lists of computers that move, break off or are refused while they are walked.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as otherWork } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { getComputerDetail, listScanComputers } from '#contract/desktop/inventory.ts'
import { listInstalledSoftware } from '#contract/desktop/software.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { Problem } from '#contract/problem.ts'
import { type Database, openDatabase } from '#platform/database/open.ts'
import type { CallServer } from '#services/console/call-server.ts'
import { computerSubject } from '#services/console/fleet/computer-subject.ts'
import { computerWalk } from '#services/console/fleet/walks/computer-walk.ts'
import { storeOf } from '#services/console/fleet/fleet-store.ts'
import type { IndexedEntry } from '#services/console/fleet/indexed-record.ts'
import { computerLayout } from '#services/console/fleet/layout.ts'
import { storeChanges } from '#services/console/fleet/seen-changes.ts'
import { deviceSubject } from '#services/console/fleet/subject.ts'
import { defaultFleetPace } from '#services/console/fleet/walks/fleet-walk.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'

const site = 'main'
const aDay = 86_400_000
let folder: string
let database: Database
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-computers-'))
  database = await openDatabase({ folder, migrations: consoleMigrations })
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

type Asked = { page?: number; pagelimit?: number; resid?: string }
const server = () => ({
  ids: [] as string[],
  /** What is asked, in turn. */
  log: [] as string[],
  /** Before each answer: it may change what is there, or refuse. */
  before: (_asked: string) => {},
  scans: new Map<string, number>(),
  /** Rows of the list that name no computer. */
  unnamed: 0,
  /** Rows that are counted and not listed. */
  hidden: 0,
})

function index(there: ReturnType<typeof server>) {
  const db = database.db.$extendTables<ConsoleTables>()
  const store = storeOf(db, computerSubject)
  let now = 1_800_000_000_000
  const walk = computerWalk({ store, pace: { ...defaultFleetPace, retryMs: 1 }, clock: () => now })
  const answer = (endpoint: Endpoint, { page = 0, pagelimit = 25, resid = '' }: Asked): unknown => {
    const asked = endpoint === getComputerDetail ? `details ${resid}` : `${endpoint.id} ${page}`
    there.log.push(asked)
    there.before(asked)
    const part = <T>(rows: readonly T[]) => rows.slice(page * pagelimit, (page + 1) * pagelimit)
    if (endpoint === listComputers) {
      const rows: object[] = there.ids.map((id) => ({ resource_id: id, resource_name: `Desk ${id}` }))
      const all = [...rows, ...Array.from({ length: there.unnamed }, () => ({ resource_name: 'Unnamed' }))]
      return { rows: part(all), total: all.length + there.hidden }
    }
    if (endpoint === listScanComputers) {
      const rows = [...there.scans].map(([id, last_successful_scan]) => ({ resource_id: id, last_successful_scan }))
      return { rows: part(rows), total: rows.length }
    }
    return endpoint === listInstalledSoftware ? { rows: [], total: 0 } : {}
  }
  const ask = ((endpoint: Endpoint, input: Asked) =>
    Promise.resolve().then(() => answer(endpoint, input))) as CallServer
  const signal = new AbortController().signal
  return {
    store,
    db,
    look: () => walk.look({ site, ask, recordsPerSecond: 1_000_000, signal }),
    pass: (ms: number) => {
      now += ms
    },
    counts: () => store.counts(site, 0),
    gone: async () => {
      const gone = db
        .selectFrom('fleet_computer' as 'fleet_device')
        .select('device_id')
        .where('gone_at', '>', 0)
      return (await gone.execute()).map(({ device_id }) => device_id)
    },
  }
}
const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1))

test('a computer that shifts to an already read page is not marked as removed', async () => {
  const there = server()
  there.ids = numbered(1000)
  const { look, pass, gone } = index(there)
  await look()
  pass(aDay)
  let isDropped = false
  there.before = (asked) => {
    if (asked !== `${listComputers.id} 1` || isDropped) return
    isDropped = true
    there.ids.splice(3, 1)
  }
  await look()
  expect(await gone()).toEqual([])
  pass(aDay)
  await look()
  expect(await gone()).toEqual([])
  pass(aDay)
  await look()
  expect(await gone()).toEqual(['4'])
}, 60_000)

test('refused details are requested once a day, and counted separately', async () => {
  const there = server()
  there.ids = ['1', '2']
  there.before = (asked) => {
    if (asked === 'details 2') throw new Problem('10022', 'No details', { service: 'desktop', status: 404 })
  }
  const { look, pass, counts } = index(there)
  const looks = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      pass(aDay / 24)
      await look()
    }
    return there.log.splice(0).filter((asked) => asked === 'details 2').length
  }
  expect(await looks(10)).toBe(3)
  expect(await counts()).toMatchObject({ devices: 2, detailed: 1, refused: 1 })
  expect(await looks(10)).toBe(0)
  expect(await looks(24)).toBe(1)
  expect(await counts()).toMatchObject({ detailed: 1, refused: 1 })
  there.before = () => {}
  await looks(24)
  expect(await counts()).toMatchObject({ detailed: 2, refused: 0 })
}, 60_000)

test('marking the results of a walk does not block other requests', async () => {
  const there = server()
  there.ids = numbered(2500)
  const { look, db, store } = index(there)
  await look()
  await db
    .updateTable('fleet_computer' as 'fleet_device')
    .set({ read_at: 1, is_changed: 0 })
    .execute()
  const marked = () =>
    db
      .selectFrom('fleet_computer' as 'fleet_device')
      .select('id')
      .where('is_changed', '=', 1)
  const seen = new Set<number>()
  const work = { isDone: false }
  const watch = async () => {
    while (!work.isDone) {
      seen.add((await marked().execute()).length)
      await otherWork()
    }
  }
  const watching = watch()
  await store.markOld(site, 2)
  work.isDone = true
  await watching
  expect((await marked().execute()).length).toBe(2500)
  expect([...seen].some((count) => count > 0 && count < 2500)).toBe(true)
}, 60_000)

test('an incomplete list is reported until a complete one was read', async () => {
  const there = server()
  there.ids = numbered(3)
  there.hidden = 2
  const { look, pass, store } = index(there)
  const kept = async () => (await store.siteRow(site)).problem
  const problem = 'The list was not whole: 3 of 5 computers were met'
  expect([await look(), await kept()]).toEqual([problem, problem])
  // Between two walks, too.
  expect(await look()).toBe(problem)
  there.hidden = 0
  pass(aDay)
  expect([await look(), await kept()]).toEqual(['', ''])
}, 60_000)

test('rows without a computer ID do not count as missing', async () => {
  const there = server()
  there.ids = numbered(3)
  there.unnamed = 2
  expect(await index(there).look()).toBe('')
}, 60_000)

test('a list of scans that breaks off, is refused or is missing causes no computer to be read again', async () => {
  const there = server()
  there.ids = numbered(20)
  for (const id of there.ids) there.scans.set(id, 1_700_000_000_000)
  const { look, pass } = index(there)
  await look()
  const detailsOf = () => there.log.splice(0).filter((asked) => asked.startsWith('details'))
  expect(detailsOf()).toHaveLength(20)
  const shorter = async () => {
    pass(120_000)
    await look()
    return detailsOf()
  }
  const all = new Map(there.scans)
  for (const id of there.ids.slice(5)) there.scans.delete(id)
  expect(await shorter()).toEqual([])
  const refuse = (status: number) => {
    there.before = (asked) => {
      if (asked.startsWith(listScanComputers.id)) throw new Problem('10001', 'No', { service: 'desktop', status })
    }
  }
  refuse(400)
  await expect(shorter()).rejects.toThrow('No')
  refuse(404)
  expect(await shorter()).toEqual([])
  there.before = () => {}
  there.scans = all.set('7', 1_700_000_100_000)
  expect(await shorter()).toEqual(['details 7'])
}, 60_000)

test('after a rate limit the same page is requested again', async () => {
  const there = server()
  there.ids = numbered(1200)
  const { look, counts } = index(there)
  let refusals = 2
  there.before = (asked) => {
    if (asked !== `${listComputers.id} 1` || refusals === 0) return
    refusals -= 1
    throw new Problem('10001', 'Later', { service: 'desktop', status: 429, retryAfterSeconds: refusals / 100 })
  }
  await look()
  const pages = there.log.filter((asked) => asked.startsWith(listComputers.id))
  expect(pages.map((asked) => asked.split(' ')[1])).toEqual(['0', '1', '1', '1', '2'])
  expect(await counts()).toMatchObject({ devices: 1200 })
}, 60_000)

test('a record that the database refuses does not block others', async () => {
  const there = server()
  there.ids = numbered(30)
  const { look, counts, db } = index(there)
  await sql`create trigger odd before update of read_at on fleet_computer when new.device_id = '7'
    begin select raise(abort, 'too long'); end`.execute(db)
  for (let time = 0; time < 3; time += 1) await look()
  expect(await counts()).toMatchObject({ devices: 30, detailed: 29, refused: 1 })
}, 60_000)

test('texts of devices and computers are limited to what the databases accept', () => {
  const long = '長'.repeat(5000)
  const bytes = (text: unknown) => Buffer.byteLength(String(text))
  const computer = computerSubject.ofRow({ resource_name: long, description: long })
  expect(bytes(computer.resource_name)).toBeLessThan(800)
  expect(String(computer.description)).toHaveLength(1000)
  expect(bytes(deviceSubject.ofRow({ device_name: long }).device_name)).toBeLessThan(800)
  const software = [{ software_name: long, software_version: long, manufacturer_name: `a\0${long}` }]
  const [{ name, identifier, version }] = computerSubject.entriesOf({ detail: {}, software }) as [IndexedEntry]
  expect(bytes(name + identifier + version)).toBeLessThan(2400)
  expect(identifier).not.toContain('\0')
})

test('more changes are stored than fit into one statement', async () => {
  const { db } = index(server())
  const changes = Array.from({ length: 7000 }, () => ({ field: 'app', before: null, after: 'Mail' }))
  await db.transaction().execute((tx) => storeChanges(tx, computerLayout, { device: 1, at: 1, changes }))
  const kept = db.selectFrom('fleet_computers_change' as 'fleet_change').select('id')
  expect(await kept.execute()).toHaveLength(7000)
}, 60_000)

test('a change takes at most 1 kB, whatever its texts', async () => {
  const { db } = index(server())
  const [before, after] = ['長'.repeat(1000), '🦉'.repeat(1000)]
  await db
    .transaction()
    .execute((tx) => storeChanges(tx, computerLayout, { device: 1, at: 1, changes: [{ field: 'app', before, after }] }))
  const kept = await db
    .selectFrom('fleet_computers_change' as 'fleet_change')
    .select(['field', 'before', 'after'])
    .executeTakeFirstOrThrow()
  expect(Buffer.byteLength(Object.values(kept).join(''))).toBeLessThan(1000)
  expect(kept.before).toMatch(/^長{100,}$/)
  expect(kept.after).toMatch(/^(?:🦉){100,}$/u)
}, 60_000)

test('what a process read after losing its lease does not date a walk back', async () => {
  const { store, db } = index(server())
  const take = (walk: number, more: object = {}) =>
    store.takeRows(site, [{ resource_id: '1', ...more }], { walk, isDelta: false, at: 1 })
  const walk = async () =>
    (
      await db
        .selectFrom('fleet_computer' as 'fleet_device')
        .select('walk')
        .execute()
    ).map((row) => row.walk)
  await take(5)
  await take(4)
  await take(3, { resource_name: 'Desk' })
  expect(await walk()).toEqual([5])
  expect(await store.hasUnread(site)).toBe(true)
}, 60_000)
