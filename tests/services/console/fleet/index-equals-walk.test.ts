// Whatever happens on the way, the index equals a plain walk of the server once that is at rest, and says when it does not.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import { type Database, openDatabase } from '#platform/database/open.ts'
import type { CallServer } from '#services/console/call-server.ts'
import { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import { fleetStates } from '#services/console/fleet/fleet-state.ts'
import { fleetStore } from '#services/console/fleet/fleet-store.ts'
import { defaultFleetPace, fleetWalk } from '#services/console/fleet/walks/fleet-walk.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { runs } from '../../../support/runs.ts'

const minute = 60_000
const hour = 60 * minute
/** Rows of a page, whatever is asked for. */
const pageSize = 3

/** `name` stands in the row of the list, `office` and `app` in the record alone. */
type Said = { name: string; office: string; app: string }
type Paging = 'cursor' | 'offset'
type Kind = { paging: Paging; hasDeltas: boolean }

/** A server, and how late it is there: each request takes a millisecond. */
function modelServer({ paging, hasDeltas }: Kind) {
  const devices = new Map<string, Said & { changedAt: number }>()
  const log: string[] = []
  let [firstToken, now] = [0, 1_800_000_000_000]
  const refusals: number[] = []
  /** What happens while others are answered, each after so many further requests. */
  const later: { requests: number; happens: () => void }[] = []

  function rowsOf(ids: readonly string[], asked: Record<string, unknown>) {
    const sorted = ids.toSorted()
    const { 'skip-token': after = '' } = asked as { 'skip-token'?: string }
    const from = paging === 'cursor' ? sorted.filter((id) => id > after) : sorted.slice(Number(asked.offset ?? 0))
    const page = from.slice(0, Math.min(pageSize, Number(asked.limit ?? pageSize)))
    const isLast = page.length === from.length
    return {
      rows: page.flatMap((id) => {
        const device = devices.get(id)
        return device ? [{ device_id: id, device_name: device.name }] : []
      }),
      total: ids.length,
      ...(paging === 'cursor' && !isLast && { next: `https://elsewhere.test/?skip-token=${page.at(-1)}` }),
    }
  }
  function answer(endpoint: Endpoint, asked: Record<string, unknown>): unknown {
    if (endpoint === listDevices) {
      const since = asked['delta-token']
      if (since !== undefined && Number(since) < firstToken)
        throw new Problem('COM0021', 'Unknown token', { service: 'mdm', status: 400 })
      const ids = since === undefined ? [...devices.keys()] : [...new Set(log.slice(Number(since)))]
      const there = ids.filter((id) => devices.has(id))
      return { ...rowsOf(there, asked), ...(hasDeltas && { deltaToken: String(log.length) }) }
    }
    const id = String(asked.device_id)
    const device = devices.get(id)
    if (!device) throw new Problem('COM0008', 'Unknown', { service: 'mdm', status: 404 })
    const { name, office, app } = device
    const apps = app === '' ? [] : [{ app_name: app, identifier: app, app_version: '1' }]
    return { device_id: id, device_name: name, office, apps }
  }
  return {
    devices,
    refusals,
    later,
    clock: () => now,
    wait: (ms: number) => {
      now += ms
    },
    put: (id: string, said: Said) => {
      devices.set(id, { ...said, changedAt: now })
      log.push(id)
    },
    remove: (id: string) => devices.delete(id),
    loseTokens: () => {
      firstToken = log.length + 1
      log.push('')
    },
    ask: ((endpoint: Endpoint, asked: Record<string, unknown>) =>
      Promise.resolve().then(() => {
        now += 1
        for (const one of later) one.requests -= 1
        for (const one of later.splice(0)) {
          if (one.requests > 0) later.push(one)
          else one.happens()
        }
        const status = refusals.shift()
        if (status !== undefined)
          throw new Problem('BUSY', 'Not now', { service: 'mdm', status, retryAfterSeconds: status === 429 ? 0 : 60 })
        return answer(endpoint, asked)
      })) as CallServer,
  }
}
type Server = ReturnType<typeof modelServer>

const ids = fc.constantFrom(...Array.from({ length: 12 }, (_, at) => `d${String(at).padStart(2, '0')}`))
const said = fc.record({
  name: fc.constantFrom('Till', 'Door', 'Desk'),
  office: fc.constantFrom('Lisboa', 'Porto', 'Faro'),
  app: fc.constantFrom('Mail', 'Maps', ''),
})
const change = fc.oneof(
  fc.record({ does: fc.constant('put' as const), id: ids, said }),
  fc.record({ does: fc.constant('remove' as const), id: ids }),
)
const event = fc.oneof(
  { weight: 4, arbitrary: change },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('during' as const), requests: fc.nat(12), change }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('look' as const), by: fc.nat(1), minutes: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('night' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('both' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('restart' as const), who: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('loseTokens' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('refuse' as const),
      answers: fc.array(fc.constantFrom(429, 500, 503), { minLength: 1, maxLength: 4 }),
      after: fc.nat(8),
    }),
  },
)
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

const changed = (server: Server, one: Change) =>
  one.does === 'put' ? server.put(one.id, one.said) : server.remove(one.id)

describe.each([
  { name: 'SQLite', skip: undefined, times: runs(40, 600) },
  { name: 'PostgreSQL', skip: noPostgres, times: runs(8, 100) },
])('on $name', ({ name, skip, times }) => {
  let folder: string
  let database: Database
  beforeAll(async () => {
    if (skip) return
    folder = await mkdtemp(join(tmpdir(), 'triptych-index-'))
    const url = name === 'SQLite' ? undefined : await (await startPostgres()).createDatabase('fleet_equals')
    database = await openDatabase({ folder, url, migrations: consoleMigrations })
  }, 120_000)
  afterAll(async () => {
    if (skip) return
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  let sites = 0

  function index(server: Server) {
    const db = database.db.$extendTables<ConsoleTables>()
    const site = `site ${(sites += 1)}`
    const store = fleetStore(db)
    const { clock, ask } = server
    const pace = { ...defaultFleetPace, retryMs: 0 }
    const process = () => fleetWalk({ store, pace, clock })
    const processes = [process(), process()]
    const queries = fleetQueries(db, clock)
    const stateOf = fleetStates(store, clock)
    const look = async (by: number) => {
      const on = { site, ask, recordsPerSecond: 1_000_000, signal: new AbortController().signal }
      try {
        await store.note(site, { problem: await (processes[by] ?? process()).look(on) })
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        await store.note(site, { problem: error.message })
      }
    }
    return {
      look,
      restart: (who: number) => {
        processes[who] = process()
      },
      state: () => stateOf(site),
      counts: async () => {
        const at = clock() - hour
        const { rows } = await sql<Record<string, number>>`select count(*) as devices,
          count(case when read_at > 0 then 1 end) as detailed,
          count(case when read_at = 0 and failures >= 3 then 1 end) as refused,
          count(case when is_changed = 2 and read_at > 0 then 1 end) as changed,
          count(case when read_at > 0 and read_at < ${at} then 1 end) as old
          from fleet_device where site = ${site} and gone_at = 0`.execute(db)
        return { kept: await store.counts(site, at), counted: rows[0] }
      },
      content: async () => {
        const query = { site, conditions: [], catalog: deviceCatalog }
        const page = await queries.page(query, { columns: ['office', 'app'], offset: 0, limit: 100 })
        expect(page.total).toBe(page.rows.length)
        return new Map(
          page.rows.map(({ device_id, device_name, values }) => [
            device_id,
            { name: device_name, office: values.office, app: String(values.app ?? '').replace(/ 1$/, '') },
          ]),
        )
      },
    }
  }
  type Index = ReturnType<typeof index>

  async function happen(server: Server, of: Index, one: Event) {
    switch (one.does) {
      case 'put':
      case 'remove':
        return changed(server, one)
      case 'during':
        return server.later.push({ requests: one.requests + 1, happens: () => changed(server, one.change) })
      case 'look':
        server.wait(one.minutes * minute)
        return of.look(one.by)
      case 'night':
        server.wait(12 * hour)
        return of.look(0)
      case 'both':
        return Promise.all([of.look(0), of.look(1)])
      case 'restart':
        return of.restart(one.who)
      case 'loseTokens':
        return server.loseTokens()
      case 'refuse':
        return server.later.push({ requests: one.after + 1, happens: () => server.refusals.push(...one.answers) })
      default:
        return undefined
    }
  }

  test.skipIf(skip).each([
    { paging: 'cursor', hasDeltas: true },
    { paging: 'offset', hasDeltas: true },
    { paging: 'cursor', hasDeltas: false },
    { paging: 'offset', hasDeltas: false },
  ] as const)(
    'a server that pages by $paging, with delta-tokens: $hasDeltas',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(fc.array(event, { maxLength: 25 }), async (events) => {
          const server = modelServer(kind)
          const of = index(server)
          for (const one of events) {
            await happen(server, of, one)
            const { kept, counted } = await of.counts()
            expect(kept, 'counts that are kept').toEqual(counted)
            if (one.does === 'look') await expectHonest(server, of, kind)
          }
          server.later.length = 0
          server.refusals.length = 0
          // What a record alone says is told by nothing but the record: without delta-tokens it is read once a day.
          const isTold = kind.hasDeltas && !events.some(({ does }) => does === 'both')
          for (let look = 0; look < 8; look += 1) {
            server.wait(isTold ? 2 * minute : 13 * hour)
            await of.look(0)
          }
          const plain = [...server.devices].map(([id, { name, office, app }]) => [id, { name, office, app }] as const)
          expect(await of.content()).toEqual(new Map(plain))
          expect(await of.state()).toMatchObject({
            state: 'ready',
            devices: plain.length,
            detailed: plain.length,
          })
          expect((await of.state()).changed).toBeUndefined()
        }),
        { numRuns: times },
      )
    },
    600_000,
  )

  /** What is said to be read, and not to have changed since, is what the server said at that time or later. */
  async function expectHonest(server: Server, of: Index, { hasDeltas }: Kind) {
    const { state, devices, detailed, changed: waiting = 0, asOf = 0 } = await of.state()
    if (!hasDeltas || state !== 'ready' || devices > detailed || waiting > 0) return
    const content = await of.content()
    for (const [id, { changedAt, ...device }] of server.devices)
      if (changedAt < asOf) expect(content.get(id), id).toEqual(device)
  }
})
