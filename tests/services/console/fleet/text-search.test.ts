// Conditions on texts: the same results whether the index of texts finds them or not, on both databases.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { parseQuery } from '#contract/fleet/query-line.ts'
import { foldedText } from '#contract/text-rank.ts'
import { contains, insertAll, onDatabase } from '#platform/database/differences.ts'
import { openDatabase } from '#platform/database/open.ts'
import { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import { fleetStore } from '#services/console/fleet/fleet-store.ts'
import { deviceLayout } from '#services/console/fleet/layout.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { scratchFolder } from '../../../support/scratch.ts'

const site = 'here'
const names = [
  'Kim Åberg',
  'KIM ABERG',
  'Ana "Kimmy" 100%',
  'Zoë_Müller',
  'İpek Σωτήρης',
  '',
  'ﬁnn O’Neil',
  '佐藤 陽菜',
]
/** So many that their common texts are not found by the index. */
const many = 5200
const devices = Array.from({ length: many + 200 }, (_, at) => ({
  device_id: `d${at}`,
  device_name: at < many ? `Till ${at}` : `Kiosk ${at}`,
  serial_number: `A7B${at}`,
  user_name: names[at % names.length] ?? '',
}))
type Made = (typeof devices)[number]

const lower = (text: string) => text.toLowerCase()
const asciiLower = (text: string) => text.replace(/[A-Z]/g, lower)
const searched = (made: Made | undefined) =>
  foldedText(
    Object.values(made ?? {})
      .slice(1)
      .join('\n'),
  )
const holds: Record<string, (made: Made) => boolean> = {
  kiosk: (made) => searched(made).includes('kiosk'),
  till: (made) => searched(made).includes('till'),
  A7B53: (made) => searched(made).includes('a7b53'),
  'a7b5300 kiosk': (made) => searched(made).includes('a7b5300') && searched(made).includes('kiosk'),
  åberg: (made) => searched(made).includes('aberg'),
  kimmy: (made) => searched(made).includes('kimmy'),
  '"100%"': (made) => searched(made).includes('100%'),
  陽菜: (made) => searched(made).includes('陽菜'),
  'serial:b531': ({ serial_number }) => lower(serial_number).includes('b531'),
  'serial=a7b5310': ({ serial_number }) => lower(serial_number) === 'a7b5310',
  'serial:53': ({ serial_number }) => serial_number.includes('53'),
  '-serial:b531': ({ serial_number }) => !lower(serial_number).includes('b531'),
  'user:kim': ({ user_name }) => asciiLower(user_name).includes('kim'),
  'user:"kim aberg"': ({ user_name }) => asciiLower(user_name).includes('kim aberg'),
  'user:Åberg': ({ user_name }) => user_name.includes('Åberg'),
  'user:_m': ({ user_name }) => asciiLower(user_name).includes('_m'),
  'user:"O’Neil"': ({ user_name }) => user_name.includes('O’Neil'),
  'user:neil name:kiosk': ({ user_name, device_name }) =>
    asciiLower(user_name).includes('neil') && device_name.startsWith('Kiosk'),
}

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('on $name', ({ name, skip }) => {
  let db: Kysely<ConsoleTables>
  let close: () => Promise<void>
  const scans: string[] = []

  beforeAll(async () => {
    if (skip) return
    const folder = await scratchFolder()
    const url = name === 'SQLite' ? undefined : await (await startPostgres()).createDatabase('texts')
    const database = await openDatabase({ url, folder, migrations: consoleMigrations })
    close = async () => {
      await database.close()
      await rm(folder, { recursive: true })
    }
    db = database.db.$extendTables<ConsoleTables>().withPlugin({
      transformQuery: ({ node }) => {
        const text = JSON.stringify(node)
        if (/instr\(|like/.test(text)) scans.push(text)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const own = { site, gone_at: 0, read_at: 1, walk: 1, is_changed: 0, failures: 0, listed: '' }
    const rows = devices.map(({ device_id, device_name }) => ({ ...own, device_id, device_name }))
    const texts = devices.map(({ serial_number, user_name }, at) => ({ device: at + 1, serial_number, user_name }))
    await insertAll(db, 'fleet_device', rows)
    await insertAll(
      db,
      'fleet_device_text',
      texts.map((row, at) => Object.assign(row, { searched: searched(devices[at]) })),
    )
  }, 120_000)
  afterAll(() => (skip ? undefined : close()))

  const found = async (line: string) => {
    const parsed = parseQuery(line, deviceCatalog)
    if ('problem' in parsed) throw new Error(`${line}: ${parsed.problem.message}`)
    const asked = { site, conditions: parsed.conditions, catalog: deviceCatalog }
    const queries = fleetQueries(db, Date.now)
    const ids = new Set<string>()
    let total = 0
    do {
      const page = await queries.page(asked, { columns: [], offset: ids.size, limit: 3000 })
      total = page.total
      for (const { device_id } of page.rows) ids.add(device_id)
    } while (ids.size < total)
    return [...ids].toSorted()
  }

  test.skipIf(skip)('each condition finds exactly the devices with the text', async () => {
    for (const [line, isFound] of Object.entries(holds)) {
      const expected = devices.filter(isFound).map(({ device_id }) => device_id)
      expect(await found(line), line).toEqual(expected.toSorted())
    }
  })

  test.skipIf(skip)('a rare text is found without reading the texts of all devices', async () => {
    scans.length = 0
    expect(await found('kiosk')).toHaveLength(200)
    const isIndexed = await onDatabase(db, {
      // Not one statement that compares texts.
      sqlite: () => Promise.resolve(scans.length === 0),
      postgres: async () => (await planOf('kiosk')).includes('fleet_device_text_substrings'),
    })
    expect(isIndexed).toBe(true)
  })

  test.skipIf(skip)('a text that changed is found by its new value alone', async () => {
    const [first] = devices
    const renamed = { ...first, device_name: 'Quay door' }
    await fleetStore(db).takeRows(site, [renamed], { walk: 1, isDelta: true, at: 2 })
    expect([await found('"quay door"'), await found('"till 0"')]).toEqual([['d0'], []])
  })

  test.skipIf(skip)('a record is stored whose texts all have the greatest length', async () => {
    const store = fleetStore(db)
    const listed = { device_id: 'long', device_name: 'Long' }
    await store.takeRows('there', [listed], { walk: 1, isDelta: false, at: 1 })
    const [{ id } = { id: 0 }] = await store.changed('there', 1)
    // Random, so that no database can make them short.
    const long = () => randomBytes(1000).toString('hex')
    const texts = deviceLayout.columns.values().filter(({ type }) => type === 'text')
    const record = { ...listed, ...Object.fromEntries(texts.map(({ field }) => [field.name, long()])) }
    await store.takeRecords('there', [{ id, record, at: 2 }])
    expect(await store.counts('there', 0)).toMatchObject({ devices: 1, detailed: 1, refused: 0 })
  })

  async function planOf(text: string) {
    const { rows } = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<Record<string, string>>`explain select device from fleet_device_text
        where ${contains(tx, sql.ref<string>('searched'), text)}`.execute(tx)
    })
    return rows.flatMap((row) => Object.values(row)).join('\n')
  }
})
