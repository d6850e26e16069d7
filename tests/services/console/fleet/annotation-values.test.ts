// Owners, tags, notes and custom fields as conditions and columns of queries, on both databases.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import type { JsonObject } from '#contract/json.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { fleetServer } from './fleet-server.ts'

const pace = { recordsPerSecond: 100_000, lookMs: 50, idleMs: 50, retryMs: 50 }
const within = { timeout: 60_000, interval: 100 }
const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]

describe.each(databases)('on $name', ({ name, skip }) => {
  let proxy: Proxy
  let chief: string
  let server: ReturnType<typeof fleetServer>

  beforeAll(async () => {
    if (skip) return
    const url = name === 'SQLite' ? undefined : await (await startPostgres()).createDatabase('kept')
    proxy = await startProxy({ fleetPace: pace, ...(url && { url }) })
    chief = await proxy.signIn('chief')
    server = fleetServer(proxy)
    for (let n = 1; n <= 6; n += 1) server.put(String(n), { serial_number: `SN-00${n}` })
    await keep('1', { owner: 'Ada Byron', tags: 'VIP, lisbon', note: 'Screen cracked' })
    await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'ready', detailed: 6 }), within)
    await keep('2', { owner: 'Grace', tags: 'spare' })
    await keep('3', { tags: 'vip-guest' })
  }, 120_000)
  afterAll(async () => {
    if (!skip) await proxy.stop()
  })

  const identifiers = (id: string) => identifiersOf.device({ serial_number: `SN-00${id}`, device_id: id })
  async function keep(id: string, values: Record<string, string>) {
    const cells = Object.entries(values).map(([field, after]) => ({ field, before: '', after }))
    const thing = { kind: 'device', subject: id, label: `Till ${id}`, identifiers: identifiers(id), cells }
    expect((await proxy.call('console.changeAnnotation', thing, chief)).status).toBe(200)
  }
  async function query(line: string, more: object = {}, cookie = chief) {
    const { status, value } = await proxy.call('console.queryDevices', { query: line, ...more }, cookie)
    expect(status, JSON.stringify(value)).toBe(200)
    return value as { rows: { device_id: string; values: JsonObject }[]; total: number; state: JsonObject }
  }
  const state = async () => (await query('')).state
  const ids = async (line: string, more: object = {}) => {
    const { rows, total } = await query(line, more)
    expect(total).toBe(rows.length)
    return rows.map(({ device_id }) => device_id)
  }

  test.skipIf(skip)(
    'what people keep finds devices, and neither a condition nor its opposite where nothing is kept',
    async () => {
      expect(await ids('owner:ada')).toEqual(['1'])
      expect(await ids('owner="grace"')).toEqual(['2'])
      expect(await ids('-owner:ada')).toEqual(['2'])
      expect(await ids('missing:owner')).toEqual(['3', '4', '5', '6'])
      expect(await ids('note:CRACKED')).toEqual(['1'])
      expect(await ids('-missing:note')).toEqual(['1'])
      expect(await ids('unknown:owner')).toEqual([])
      // That a tag is not there is known.
      expect(await ids('tag:vip')).toEqual(['1', '3'])
      expect(await ids('tag=vip')).toEqual(['1'])
      expect(await ids('-tag:vip')).toEqual(['2', '4', '5', '6'])
      expect(await ids('missing:tag')).toEqual(['4', '5', '6'])
    },
  )

  test.skipIf(skip)('columns, order and counts of what is kept', async () => {
    const { rows } = await query('-missing:tag', { columns: ['owner', 'tag', 'note'], sort: '-owner' })
    expect(rows.map(({ device_id, values }) => [device_id, values])).toEqual([
      ['2', { owner: 'Grace', tag: 'spare' }],
      ['1', { owner: 'Ada Byron', tag: 'lisbon, VIP', note: 'Screen cracked' }],
      ['3', { tag: 'vip-guest' }],
    ])
    const count = async (search: string) =>
      (await proxy.call('console.countDeviceValues', { query: '', field: 'tag', search }, chief)).value
    expect(await count('VIP')).toMatchObject({
      values: [
        { value: 'VIP', count: 1 },
        { value: 'vip-guest', count: 1 },
      ],
      missing: 3,
      total: 6,
    })
  })

  test.skipIf(skip)(
    'certain devices are told with any of their fields, and what is not known of them is not',
    async () => {
      const asked = { ids: ['2', 'elsewhere', '4'], columns: ['serial_number', 'tag', 'asset_tag'] }
      const { status, value } = await proxy.call('console.readDeviceValues', asked, chief)
      expect([status, value]).toMatchObject([
        200,
        {
          rows: [
            { id: '2', isRead: true, values: { serial_number: 'SN-002', tag: 'spare' } },
            { id: '4', isRead: true, values: { serial_number: 'SN-004' } },
          ],
          state: { state: 'ready' },
        },
      ])
      const wrong = await proxy.call(
        'console.readDeviceValues',
        { ids: ['2'], columns: ['disk_free', 'secret'] },
        chief,
      )
      expect([wrong.status, wrong.value.message]).toEqual([400, 'columns: secret is not a field of devices'])
    },
  )

  test.skipIf(skip)('own fields are asked by their labels and compared by their types', async () => {
    const save = async (given: object) =>
      (await proxy.call('console.saveAnnotationField', { kinds: ['device'], ...given }, chief)).value.id as string
    const cost = await save({ name: 'Cost (EUR)', type: 'number' })
    const due = await save({ name: 'Return by', type: 'date' })
    const loaned = await save({ name: 'Loaned', type: 'yes-no' })
    await keep('4', { [cost]: '9.5', [due]: '2026-03-31', [loaned]: 'yes' })
    await keep('5', { [cost]: '120', [due]: '2026-04-01', [loaned]: 'no' })
    expect(await ids('"Cost (EUR)"<10')).toEqual(['4'])
    expect(await ids('"Cost (EUR)">=9.5')).toEqual(['4', '5'])
    expect(await ids('"Return by"<2026-04-01')).toEqual(['4'])
    expect(await ids('"Return by"<=2026-04-01')).toEqual(['4', '5'])
    expect(await ids('"Return by"=2026-04-01')).toEqual(['5'])
    expect(await ids('"Return by">2026-03-31')).toEqual(['5'])
    expect(await ids('loaned:yes')).toEqual(['4'])
    expect(await ids('loaned:no')).toEqual(['5'])
    const [costColumn, dueColumn, loanedColumn] = [cost, due, loaned].map((id) => `own_${id.replaceAll('-', '_')}`)
    const { rows } = await query('-missing:loaned', {
      columns: [costColumn, dueColumn, loanedColumn],
      sort: costColumn,
    })
    expect(rows.map(({ values }) => Object.values(values))).toEqual([
      ['9.5', '2026-03-31', true],
      ['120', '2026-04-01', false],
    ])
  })

  test.skipIf(skip)(
    'a device that is enrolled again is found by what was kept of it, and another with its ID is not',
    async () => {
      server.put('9', { serial_number: 'sn-002' })
      server.put('6', { serial_number: 'SN-777' })
      await expect.poll(() => ids('owner:grace'), within).toEqual(['2', '9'])
      await expect.poll(() => ids('serial=SN-777'), within).toEqual(['6'])
      await keep('6', { owner: 'Kim' })
      expect(await ids('owner:kim')).toEqual([])
      server.put('6', { serial_number: 'SN-006' })
      await expect.poll(() => ids('owner:kim'), within).toEqual(['6'])
    },
  )

  test.skipIf(skip)('a device that was in the index before is identified by its row of the list', async () => {
    server.broken.add('1')
    await proxy.tables.deleteFrom('fleet_identifier').execute()
    await proxy.tables.deleteFrom('fleet_device_annotation').execute()
    expect(await ids('owner:ada')).toEqual([])
    server.put('1', { device_name: 'Till one' })
    await expect.poll(() => ids('owner:ada'), within).toEqual(['1'])
  })

  test.skipIf(skip)('who may not read devices is told nothing of them', async () => {
    const { value } = await proxy.call('console.queryDevices', { query: 'owner:ada' })
    expect(value.code).toBe('SIGNED_OUT')
  })
})
