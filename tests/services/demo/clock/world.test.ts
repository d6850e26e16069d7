import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listDevices } from '#contract/mdm/device-list.ts'
import { instantOf } from '#contract/time.ts'
import { issueKey } from '#services/mdm/api-keys.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { withinMs } from '../../../support/runs.ts'
import {
  ableTo,
  type CommandWorld,
  hour,
  idAt,
  minute,
  recordAt,
  second,
  startWorld,
  stopClock,
} from '../../mdm/commands/command-world.ts'

let world: CommandWorld
beforeAll(async () => {
  stopClock()
  world = await startWorld({ alive: true })
})
afterAll(async () => {
  await world.stop()
  vi.useRealTimers()
})
const statusOf = async (id: string) => (await world.history(id))[0]?.command_status
const speed = (value: unknown) => world.switchLab('world', 'POST', { speed: value })
const scannable = ableTo('scan')
const next = async () => {
  const id = scannable.shift() ?? ''
  await world.switchLab(`devices/${id}`, 'POST', { connection: 'online' })
  return id
}

describe('the speed of the demo clock', () => {
  test('the lab says how to set it, and shows seed, speed and time', async () => {
    const { body } = await world.switchLab('')
    expect(body).toMatchObject({ world: { method: 'POST', url: `${world.lab}/world` } })
    expect((await world.switchLab('world')).body).toEqual({
      seed: 'large:120',
      speed: 1,
      time: new Date().toISOString(),
    })
  })

  test('nothing happens while it is paused, and everything continues afterwards', async () => {
    const id = await next()
    await speed('paused')
    await world.send(id, 'scan')
    await world.later(2 * hour)
    expect(await statusOf(id)).toBe(1)
    expect((await speed(1)).body).toMatchObject({ speed: 1 })
    await world.later(30 * second)
    expect(await statusOf(id)).toBe(2)
  })

  test('at a hundred times the speed a command ends within a second, and reports real time', async () => {
    const id = await next()
    await speed(100)
    await world.send(id, 'scan')
    await world.later(second)
    const [entry] = await world.history(id)
    expect(entry?.command_status).toBe(2)
    expect(Number(entry?.command_life?.at(-1)?.updated_time)).toBeLessThanOrEqual(Date.now())
    expect((await world.switchLab('world', 'DELETE')).body).toMatchObject({ speed: 1 })
  })

  test.each([0, 0.5, 101, '2', 'fast', null, undefined])(
    '%j is not a valid speed, and the response says which are',
    async (value) => {
      const { status, body } = await speed(value)
      expect(status).toBe(400)
      expect(body.error).toMatch(/speed/)
    },
  )
})

describe('a device of the lab', () => {
  test('its battery stays where it is set, until it is reset', async () => {
    const id = await next()
    await world.switchLab(`devices/${id}`, 'POST', { battery_level: 5 })
    expect((await world.record(id)).battery_level).toBe(5)
    await world.send(id, 'scan')
    await world.later(minute)
    expect((await world.record(id)).battery_level).toBe(5)
    await world.switchLab(`devices/${id}`, 'DELETE')
    expect((await world.switchLab(`devices/${id}`)).body).toMatchObject({ battery_level: null, connection: null })
  })

  test.each([{}, { battery_level: 101 }, { connection: 'wifi' }, { color: 'red' }, { fails_next: '' }])(
    '%j is not a valid setting of it',
    async (body) => {
      const answer = await world.switchLab(`devices/${idAt(0)}`, 'POST', body)
      expect(answer.status).toBe(400)
      expect(answer.body).toHaveProperty('error')
    },
  )

  test('a nonexistent one is not found', async () => {
    for (const [method, body] of [['GET'], ['DELETE'], ['POST', { connection: 'online' }]] as const)
      expect((await world.switchLab('devices/nothing', method, body)).status).toBe(404)
  })

  test('a form of another site cannot change anything', async () => {
    for (const path of ['world', `devices/${idAt(0)}`, 'rate-limit']) {
      const answer = await fetch(`${world.lab}/${path}`, { method: 'POST', body: '{"speed":100}' })
      expect(answer.status).toBe(415)
    }
  })
})

describe('running demo data', () => {
  test('devices contact the server on their own, and their battery levels change', async () => {
    const [before, start] = [await world.list({ limit: 200 }), Date.now()]
    const levels = async () =>
      (await Promise.all(scannable.slice(0, 30).map(world.record))).map((one) => one.battery_level)
    const batteries = await levels()
    for (let turn = 0; turn < 6; turn += 1) await world.later(30 * second)
    const after = await world.list({ 'delta-token': before.deltaToken, limit: 200 })
    expect(after.rows.length).toBeGreaterThan(50)
    const calledIn = after.rows.filter(({ last_contact_time: time }) => (instantOf(time)?.getTime() ?? 0) > start)
    expect(calledIn.length).toBeGreaterThan(50)
    expect(await levels()).not.toEqual(batteries)
    const newest = await world.list({ sort: '-last_contact_time', limit: 1 })
    expect(Number(newest.rows[0]?.last_contact_time)).toBeGreaterThan(start)
  })

  test('some devices stay silent, and only a few change at a time', async () => {
    const { deltaToken } = await world.list({ limit: 1 })
    await world.later(30 * second)
    const changed = await world.list({ 'delta-token': deltaToken, limit: 200 })
    expect(changed.rows.length).toBeLessThanOrEqual(40)
    const everyone = await world.list({ limit: 200, sort: 'last_contact_time', managed_status: ['2'] })
    expect(Number(everyone.rows[0]?.last_contact_time)).toBeLessThan(Date.now() - 90 * 24 * hour)
  })

  test('a command pending in the demo data continues when its device contacts the server', async () => {
    const left = Array.from({ length: 120 }, (_, index) => index).filter((index) => {
      const { managed_status, command_status } = recordAt(index)
      return managed_status === 2 && (command_status === 1 || command_status === 3)
    })
    expect(left.length).toBeGreaterThan(5)
    for (let turn = 0; turn < 6; turn += 1) await world.later(30 * second)
    await world.later(minute)
    const newest = await Promise.all(left.map((index) => world.history(idAt(index), { limit: 1 })))
    expect(newest.filter(([command]) => command?.command_status === 1 || command?.command_status === 3)).toEqual([])
  })

  test('a new device enrolls now and then, and can be found and sent a command', async () => {
    const { total = 0 } = await world.list()
    await world.later(hour)
    const now = await world.list({ limit: 200 })
    expect(now.total).toBeGreaterThan(total)
    const newest = now.rows.find(({ device_id: id }) => id === idAt(total))
    const found = await world.list({ serial_number: newest?.serial_number })
    expect(found.rows.map(({ device_id: id }) => id)).toEqual([idAt(total)])
  })

  test('after years of downtime it continues immediately', async () => {
    const { total = 0 } = await world.list()
    const start = performance.now()
    await world.later(3 * 365 * 24 * hour)
    expect(performance.now() - start).toBeLessThan(withinMs(5000))
    // No key lives that long.
    const key = await issueKey(world.database.db.$extendTables<DeviceTables>(), 'later')
    const { total: later = 0 } = await world.callAs(listDevices, {}, key)
    expect(later - total).toBeLessThanOrEqual(3)
  })
})

test('the same seed and clock give the same data', async () => {
  const both = []
  for (let time = 0; time < 2; time += 1) {
    stopClock()
    const one = await startWorld({ alive: true, seed: 'large:30' })
    for (let turn = 0; turn < 5; turn += 1) await one.later(30 * second)
    const { rows } = await one.list({ limit: 200 })
    both.push(await Promise.all(rows.map(({ device_id: id = '' }) => one.record(id))))
    await one.stop()
  }
  expect(both[1]).toEqual(both[0])
})

test('an empty installation stays empty', async () => {
  const empty = await startWorld({ alive: true, seed: 'empty' })
  await empty.later(5 * hour)
  expect((await empty.list()).total).toBe(0)
  await empty.stop()
})
