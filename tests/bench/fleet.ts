import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { parseQuery } from '#contract/fleet/query-line.ts'
import { openDatabase } from '#platform/database/open.ts'
import { onDatabase } from '#platform/database/differences.ts'
import { fleetComparison } from '#services/console/fleet/fleet-compare.ts'
import { deviceLookup, fleetLookup } from '#services/console/fleet/fleet-lookup.ts'
import { fleetQueries, type FleetQuery } from '#services/console/fleet/fleet-query.ts'
import { fleetSecurity } from '#services/console/fleet/fleet-security.ts'
import { fleetStore } from '#services/console/fleet/fleet-store.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'
import { figure } from './figures.ts'

const site = 'bench'
const looks = 7

const usual = [
  'lastseen>30d',
  '-encrypted',
  'disk<10%',
  'os<15',
  'office:Lisboa',
  'status=2 lastseen>7d',
  'platform:"Platform B" os>=14',
  '-passcode encrypted',
  'battery<20 lastseen<1d',
  'user:kim',
  'kim',
  'serial:A7',
  'model:Alder office:Berlin',
  'rooted',
  'lost',
  'ownership=2 -encrypted',
  'enrolled<30d',
  'missing:asset',
  '-encrypted office:Lisboa disk<20%',
  'ip:10. lastseen>14d',
]
const any = [
  'restriction:allow_camera=0 iccid:89 data_roaming_enabled',
  'restriction:allow_camera=0 app:"Mail"<5 warranty<2027-01-01',
  'unknown:efrp_status build_version:1 restriction:allow_screen_capture=1',
  'carrier_setting_version:4 used_device_space>10 -is_cloud_backup_enabled',
]

/** One condition on a field that few ask for, whose wide table is read as a whole. */
const rare = [
  'restriction:allow_camera=0',
  'missing:iccid',
  'unknown:efrp_status',
  'carrier_setting_version:4',
  'app:"Mail"<5',
  '-app:"Mail"',
]

/** Questions over the index of the fleet, beside a plain scan of the same records as JSON. */
export async function benchFleet(records: number, url: string | undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-bench-fleet-'))
  const database = await openDatabase({ url, folder, migrations: consoleMigrations })
  const db = database.db.$extendTables<ConsoleTables & { plain: { id: number; record: string } }>()
  try {
    console.log(`\nQueries over ${records} devices, ${url ? 'PostgreSQL' : 'SQLite'}`)
    const store = fleetStore(db)
    await sql`create table plain (id integer primary key, record ${sql.raw(url ? 'jsonb' : 'text')})`.execute(db)
    const now = Date.now()
    const fill = async (first: number, until: number) => {
      for (let from = first; from < until; from += 200) await fillPart(from, Math.min(from + 200, until))
    }
    const fillPart = async (from: number, until: number) => {
      const made = Array.from({ length: until - from }, (_, at) => deviceAt(from + at, now).record)
      await store.takeRows(site, made, { walk: 1, isDelta: false, at: now })
      const waiting = await store.changed(site, 200)
      const byId = new Map(made.map((record) => [record.device_id, record]))
      const read = waiting.flatMap(({ id, device_id }) => {
        const record = byId.get(device_id)
        return record ? [{ id, record, at: now }] : []
      })
      await store.takeRecords(site, read)
      const plain = read.map(({ id, record }) => ({ id, record: JSON.stringify(record) }))
      await db.insertInto('plain').values(plain).execute()
    }
    const queries = fleetQueries(db, Date.now)
    const asked = (line: string): FleetQuery => {
      const parsed = parseQuery(line, deviceCatalog)
      if ('problem' in parsed) throw new Error(`${line}: ${parsed.problem.message}`)
      return { site, conditions: parsed.conditions, catalog: deviceCatalog }
    }
    const answer = async (line: string) => {
      const page = { columns: ['office', 'os_version', 'last_contact_time'], offset: 0, limit: 50 }
      await queries.page(asked(line), page)
    }
    const timesOf = async (lines: readonly string[]) => {
      const times = []
      for (const line of lines) times.push({ line, ms: await median(() => answer(line)) })
      return times.toSorted((a, b) => a.ms - b.ms)
    }
    const tenth = Math.ceil(records / 10)
    await fill(0, tenth)
    await sql.raw('analyze').execute(db)
    const ofTenth = middle(await timesOf(usual))
    const started = performance.now()
    await fill(tenth, records)
    figure('filling', (performance.now() - started) / (records - tenth), 'ms for each device')
    await sql.raw(url ? 'vacuum analyze' : 'analyze').execute(db)
    const bytes = await onDatabase(db, {
      postgres: async () => {
        const { rows } = await sql<{ n: number }>`select sum(pg_total_relation_size(c.oid)) as n
          from pg_class c where relkind = 'r' and relname like 'fleet_%'`.execute(db)
        return Number(rows[0]?.n)
      },
      sqlite: async () => {
        const { rows } = await sql<{ n: number }>`select sum(length(record)) as n from plain`.execute(db)
        await sql`pragma wal_checkpoint(truncate)`.execute(db)
        return (await stat(join(folder, 'triptych.db'))).size - Number(rows[0]?.n)
      },
    })
    figure('space', bytes / records / 1000, 'kB for each device', { goal: { atMost: 8 } })

    const slowest = async (name: string, lines: readonly string[], goal: number) => {
      const times = await timesOf(lines)
      const { line, ms } = times.at(-1) ?? { line: '', ms: Number.NaN }
      const slow = times.filter((one) => one.ms > goal)
      const more = `${line}; ${times.length - slow.length} of ${times.length} meet the goal`
      figure(`${name}, the slowest`, ms, 'ms', { more, goal: { atMost: goal } })
      figure(`${name}, median`, middle(times), 'ms')
      for (const one of slow.slice(0, -1)) figure(`  ${one.line}`, one.ms, 'ms')
      return middle(times)
    }
    const million = records > 100_000
    const ofAll = await slowest('usual query, count and first page', usual, million ? 500 : 30)
    figure('usual query, median, of ten times the devices', ofAll / ofTenth, 'times as long', { goal: { atMost: 10 } })
    await slowest('any three fields, count and first page', any, million ? 500 : 100)
    await slowest('one rarely used field, count and first page', rare, million ? 500 : 100)
    const field = (name: string) => sql.raw(url ? `record ->> '${name}'` : `json_extract(record, '$.${name}')`)
    const scan = () =>
      sql`select count(*) from plain where ${field('allow_camera')} = '0' and ${field('iccid')} like '%89%'
        and ${field('office')} = 'Lisboa'`.execute(db)
    figure('plain scan of the records, count alone', await median(scan), 'ms')
    const counted = (field: string) => median(() => queries.values(asked(''), { field, search: '', limit: 50 }))
    figure('values of a field', await counted('model'), 'ms')
    figure('values of a field that is another one on each device', await counted('serial_number'), 'ms', waited)
    figure('devices by app', await counted('app'), 'ms', waited)
    const turn = await longestTurn(async () => {
      for (const line of [...usual, ...any]) await answer(line)
      await queries.values(asked(''), { field: 'app', search: '', limit: 50 })
    })
    figure('longest turn of the event loop, processor time', turn, 'ms', { goal: { atMost: 100 } })
    const lookUp = fleetLookup(db, queries, deviceLookup)
    for (const text of ['A4B1C2001122', 'mail'])
      figure(
        `look-up of ${text}`,
        await median(() => lookUp({ site, catalog: deviceCatalog, text, limit: 8 })),
        'ms',
        waited,
      )
    const check = fleetSecurity(db, queries)
    figure('security check, counts and first page', await median(() => check(site, deviceCatalog, {})), 'ms', waited)
    await joinGroup(db)
    const compare = fleetComparison(db)
    const beside = { device_id: String(deviceAt(0, now).record.device_id), group_id: 'bench' }
    figure(`a device beside a group of ${members}`, await median(() => compare(site, beside)), 'ms', waited)
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** No page lets somebody wait longer. */
const waited = { goal: { atMost: 2000 } }
const members = 10_000

async function joinGroup(db: Kysely<ConsoleTables>) {
  const group = { site, list: 'group', name: 'Bench', identifier: 'bench', version: '' }
  await db
    .insertInto('fleet_entry')
    .values({ ...group, version_order: '', searched: 'bench' })
    .execute()
  await sql`insert into fleet_device_entry (entry, device) select (select max(id) from fleet_entry), id
    from fleet_device where id <= ${members}`.execute(db)
}

/** What others wait for while something is done: processor time, which other work on the machine does not change. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, isDone] = [0, false]
  let last = process.cpuUsage()
  const turn = () => {
    const { user, system } = process.cpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.cpuUsage()
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isDone = true
  return longest
}

const middle = (times: readonly { ms: number }[]) => times[Math.floor(times.length / 2)]?.ms ?? Number.NaN

async function median(work: () => Promise<unknown>): Promise<number> {
  const times = []
  for (let look = 0; look < looks; look += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(looks / 2)] ?? Number.NaN
}
