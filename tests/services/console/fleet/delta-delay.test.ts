// How soon a change at the real mobile device management is found, while most records are still to be read.
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request } from 'undici'
import { updateDevice } from '#contract/mdm/devices.ts'
import { defaultFleetPace } from '#services/console/fleet/walks/fleet-walk.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { withinMs } from '../../../support/runs.ts'
import { startUpstream } from '../../../support/upstream.ts'
import { type Running, startRunning } from '../../running.ts'

const foundWithinMs = withinMs(5000)
/** At the rate of an installation: with a backlog of some twenty seconds. */
const there = 400

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('on $name', ({ name, skip }) => {
  let running: Running
  let between: Awaited<ReturnType<typeof startUpstream>>
  let proxy: Proxy
  let cookie: string
  let key: string
  /** When a delta with this device was answered. */
  const toldAt = new Map<string, number>()

  beforeAll(async () => {
    if (skip) return
    const url = name === 'SQLite' ? undefined : await (await startPostgres()).createDatabase('fleet_delta')
    running = await startRunning({ seed: `large:${there}` })
    key = await running.mdmKey()
    between = await startUpstream(async ({ method, url: path, headers, bytes }, response) => {
      const { host: _, connection: __, 'content-length': ___, ...passed } = headers
      const answer = await request(new URL(path, running.mdm), {
        method: method as 'GET',
        headers: passed,
        ...(bytes.length > 0 && { body: bytes }),
      })
      const body = await buffer(answer.body)
      if (path.includes('delta-token='))
        for (const [, id = ''] of body.toString().matchAll(/"device_id":"?([\w-]+)/g))
          if (!toldAt.has(id)) toldAt.set(id, Date.now())
      response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(body)
    })
    const fleetPace = { recordsPerSecond: defaultFleetPace.recordsPerSecond, lookMs: 500 }
    proxy = await startProxy({ realMdm: { url: between.url.href, key }, fleetPace, ...(url && { url }) })
    cookie = await proxy.signIn('chief')
  }, 180_000)
  afterAll(async () => {
    if (skip) return
    await proxy.stop()
    await between.stop()
    await running.stop()
  })

  async function query(line: string) {
    const { status, value } = await proxy.call('console.queryDevices', { query: line, limit: 200 }, cookie)
    expect(status, JSON.stringify(value)).toBe(200)
    return value as {
      rows: { device_id: string }[]
      total: number
      state: { state: string; devices: number; detailed: number }
    }
  }

  test.skipIf(skip)(
    'a changed field that only the record has is found within five seconds of the delta',
    async () => {
      await expect
        .poll(async () => (await query('')).state, { timeout: 60_000, interval: 100 })
        .toMatchObject({ state: 'ready' })
      const { state, rows } = await query('')
      expect(state.detailed, 'most records are still to be read').toBeLessThan(state.devices / 2)
      const { device_id } = rows.at(-1) ?? { device_id: '' }
      toldAt.clear()
      await running.call(updateDevice, { device_id, purchase_order_number: 'PO-4711' }, key)
      let foundAt = 0
      await expect
        .poll(
          async () => {
            const { total } = await query('purchase_order_number="PO-4711"')
            if (total > 0) foundAt = Date.now()
            return total
          },
          { timeout: 60_000, interval: 50 },
        )
        .toBe(1)
      const tookMs = foundAt - (toldAt.get(device_id) ?? 0)
      expect(tookMs).toBeLessThan(foundWithinMs)
      expect((await query('')).state.detailed, 'it did not wait for all others').toBeLessThan(there)
    },
    150_000,
  )
})
