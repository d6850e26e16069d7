import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DeviceCommand, listDeviceCommands } from '#contract/mdm/devices.ts'
import { skipTokenOf } from '#contract/page.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { ableTo, type CommandWorld, hour, idAt, minute, second, startWorld, stopClock } from './command-world.ts'

beforeAll(() => stopClock())
afterAll(() => vi.useRealTimers())

const codesOf = ({ command_life: life = [] }: DeviceCommand) => life.map(({ status_code: code }) => code)
const reached = { connection: 'online' }
const ids = Array.from({ length: 40 }, (_, at) => idAt(at))

/** A day of commands; what is asked, and when, is the same each time. */
async function aDay(world: CommandWorld) {
  await world.sendAll(ids, 'scan')
  await world.later(4 * second)
  await world.sendAll(ids.slice(0, 20), 'restart')
  await world.later(20 * second)
  await world.sendAll(ids.slice(10), 'lock')
  await world.later(7 * hour)
  await world.sendAll(ids, 'remote_alarm')
  await world.later(45 * second)
  return Promise.all(ids.map((id) => world.history(id)))
}

test('the same seed, clock and calls give the same histories', async () => {
  stopClock()
  const [one, other] = [await startWorld(), await startWorld()]
  const first = await aDay(one)
  stopClock()
  expect(await aDay(other)).toEqual(first)
  await one.stop()
  await other.stop()
})

test('a restart in mid-course changes nothing of it', async () => {
  stopClock()
  const undisturbed = await startWorld()
  const expected = await aDay(undisturbed)
  await undisturbed.stop()

  stopClock()
  let world = await startWorld()
  const { folder } = world
  const again = async () => {
    await world.stop({ keepFolder: true })
    world = await startWorld({ folder })
  }
  await world.sendAll(ids, 'scan')
  await again()
  await world.later(4 * second)
  await world.sendAll(ids.slice(0, 20), 'restart')
  await world.stop({ keepFolder: true })
  vi.setSystemTime(Date.now() + 20 * second) // it is down when things are due
  world = await startWorld({ folder })
  await world.later(0)
  await world.sendAll(ids.slice(10), 'lock')
  await again()
  await world.later(7 * hour)
  await world.sendAll(ids, 'remote_alarm')
  await again()
  await world.later(45 * second)
  expect(await Promise.all(ids.map((id) => world.history(id)))).toEqual(expected)
  await world.stop()
})

const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]
describe.each(databases)('the course of a command on $name', ({ name, skip }) => {
  let world: CommandWorld
  let url: string | undefined
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    stopClock()
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    url = await postgres?.createDatabase('course')
    world = await startWorld({ alive: true, url })
    stop = async () => {
      await world.stop()
      await postgres?.stop()
      await rm(world.folder, { recursive: true, force: true })
    }
  })
  afterAll(() => stop())
  const scannable = ableTo('scan')
  const next = async () => {
    const id = scannable.shift() ?? ''
    await world.switchLab(`devices/${id}`, 'POST', reached)
    return id
  }

  test.skipIf(skip)('it waits, is taken, and ends: within 45 seconds for a scan and a lock', async () => {
    for (const action of ['scan', 'lock'] as const) {
      const id = await next()
      await world.send(id, action)
      const seen = new Set<string>()
      for (let time = 0; time < 45; time += 1) {
        await world.later(second)
        const [entry = {}] = await world.history(id)
        seen.add(codesOf(entry).join())
      }
      expect([...seen]).toEqual(['1', '1,4', '1,4,2'])
    }
  })

  test.skipIf(skip)('commands to one device run one after the other, in the order they were sent', async () => {
    const id = await next()
    const sent = []
    for (const action of ['scan', 'lock', 'scan', 'scan'] as const) sent.push(await world.send(id, action))
    await world.later(3 * minute)
    const history = (await world.history(id, { limit: 4 })).toReversed()
    expect(history.map(({ command_id: one }) => one)).toEqual(sent.map(({ command_id: one }) => one))
    const spans = history.map(({ command_life: life = [] }) =>
      [life[1], life.at(-1)].map((step) => Number(step?.updated_time)),
    )
    for (const [at, [taken = 0, ended = 0]] of spans.entries()) {
      expect(taken).toBeLessThan(ended)
      if (at > 0) expect(taken).toBeGreaterThanOrEqual(spans[at - 1]?.[1] ?? 0)
    }
  })

  test.skipIf(skip)('a device that is offline leaves it waiting until it is back', async () => {
    const id = await next()
    await world.switchLab(`devices/${id}`, 'POST', { connection: 'offline' })
    const accepted = await world.send(id, 'lock')
    expect(accepted.remarks).toBe('The device is offline')
    await world.later(30 * 24 * hour)
    expect((await world.history(id))[0]).toEqual(accepted)
    await world.switchLab(`devices/${id}`, 'POST', reached)
    await world.later(minute)
    expect((await world.history(id))[0]).toMatchObject({ command_status: 2 })
  })

  test.skipIf(skip)('one that the lab lets fail ends with the remark, the next one goes well', async () => {
    const id = await next()
    await world.switchLab(`devices/${id}`, 'POST', { ...reached, fails_next: 'The battery is too low' })
    await world.send(id, 'scan')
    await world.send(id, 'scan')
    await world.later(2 * minute)
    expect(await world.history(id, { limit: 2 })).toMatchObject([
      { command_status: 2 },
      { command_status: 0, remarks: 'The battery is too low' },
    ])
  })

  test.skipIf(skip)('what can no longer be done when the device takes it is not applicable', async () => {
    const id = ableTo('enable_lost_mode')[0] ?? ''
    await world.switchLab(`devices/${id}`, 'POST', reached)
    await world.send(id, 'enable_lost_mode')
    await world.send(id, 'enable_lost_mode')
    await world.later(3 * minute)
    expect(await world.history(id, { limit: 2 })).toMatchObject([
      { command_status: -1, remarks: 'The device is already in lost mode', command_life: [{}, { status_code: 0 }] },
      { command_status: 2 },
    ])
  })

  test.skipIf(skip)('after a jump of hours everything that was due has happened, at its own time', async () => {
    const id = await next()
    const sentAt = Date.now()
    await world.send(id, 'scan')
    await world.later(9 * hour)
    const [entry] = await world.history(id)
    expect(entry?.command_status).toBe(2)
    expect(Number(entry?.command_life?.at(-1)?.updated_time)).toBeLessThan(sentAt + 45 * second)
  })

  test.skipIf(skip)('two processes on one database run every command once', async () => {
    const other = await startWorld({ alive: true, url, folder: world.folder })
    const both = [world, other, world, other]
    const sent = await Promise.all(both.map((one) => one.sendAll(ids, 'scan')))
    expect(new Set(sent.map(({ success_count: count }) => count)).size).toBe(1)
    vi.setSystemTime(Date.now() + 6 * hour)
    await Promise.all(both.map((one) => one.later(0)))
    for (const { device_id: id = '' } of sent[0]?.success_list ?? []) {
      const scans = await other.history(id, { start_time: Date.now() - 6 * hour })
      expect(new Set(scans.map(({ command_history_id: one }) => one)).size).toBe(4)
      expect(scans.map((scan) => codesOf(scan).join())).toEqual(Array(4).fill('1,4,2'))
    }
    await other.stop({ keepFolder: true })
  })

  test.skipIf(skip)('the history is limited to a period, and paged', async () => {
    const id = await next()
    const older = (await world.history(id)).length
    const moments = []
    for (let at = 0; at < 3; at += 1) {
      moments.push(Date.now())
      await world.send(id, 'scan')
      await world.later(2 * 24 * hour)
    }
    const [first = 0, second_ = 0] = moments
    const sentAt = (rows: DeviceCommand[]) => rows.map(({ added_time: time }) => time)
    expect(sentAt(await world.history(id, { days: 3 }))).toEqual([moments[2]])
    expect(sentAt(await world.history(id, { start_time: first, end_time: second_ }))).toEqual([second_, first])
    expect(sentAt(await world.history(id, { start_time: first + 1, days: 365 }))).toEqual([moments[2], second_])
    const page = await world.call(listDeviceCommands, { device_id: id, start_time: first, limit: 2 })
    expect([page.total, page.rows.length]).toEqual([3, 2])
    const rest = { device_id: id, start_time: first, limit: 2, 'skip-token': skipTokenOf(page.next) }
    expect(sentAt((await world.call(listDeviceCommands, rest)).rows)).toEqual([first])
    expect((await world.history(id)).length).toBe(older + 3)
  })
})
