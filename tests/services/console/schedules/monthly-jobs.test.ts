// What the console does on the first of each month without anybody: exports a view, and backs itself up.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unzipped } from '#components/bulk/archive.ts'
import type { ScheduleRule } from '#contract/console/schedules.ts'
import { json } from '../../../support/upstream.ts'
import { type ScheduleWorld, startSchedules } from './schedule-world.ts'

const monthly: ScheduleRule = { kind: 'monthly', day: 1, time: '03:00' }
/** 03:00 in Berlin, before and after clocks change. */
const [march, april] = ['2027-03-01T02:00Z', '2027-04-01T01:00Z']
let backups = 0
let world: ScheduleWorld
beforeAll(async () => {
  const backUp = () => Promise.resolve({ file: `backup-${(backups += 1)}.tar`, bytes: 5 })
  world = await startSchedules(undefined, { backUp })
})
afterAll(() => world.stop())

test('a view is exported as it is then, for its owner', async () => {
  const { proxy, call, create, setTime, untilSchedule, runsOf } = world
  let devices = [{ device_id: '1', device_name: 'Till 1' }]
  proxy.mdm.answer((_, response) => json(response, { devices, metadata: { total_record_count: devices.length } }))
  const cookie = await proxy.signIn('reader')
  const view = { list: 'mdm.listDevices', input: { platform: 'android' }, columns: ['device_name'], name: 'Tills' }
  const planned = {
    endpoint: 'console.exportRows',
    title: 'Export “Tills”',
    input: {},
    items: [{ subject: 'mdm.listDevices', label: 'Tills', input: view }],
  }
  setTime('2027-02-20T12:00Z')
  const { id } = await create(cookie, monthly, { title: 'Export “Tills”' }, 1, planned)
  const exported = async (at: string, as: string) => {
    setTime(Date.parse(at) + 1000)
    const run = { dueAt: Date.parse(at), state: 'started', job: { state: 'ended', counts: { done: 1 } } }
    await expect.poll(async () => (await runsOf(id, as))[0], { timeout: 60_000 }).toMatchObject(run)
    const job = (await runsOf(id, as))[0]?.job?.id
    const { bytes } = await proxy.call('console.fetchJobFiles', { job }, as)
    const other = await proxy.signIn('chief')
    expect((await proxy.call('console.fetchJobFiles', { job }, other)).status, 'for nobody else').toBe(404)
    return new TextDecoder().decode(unzipped(bytes)[0]?.bytes)
  }
  expect(await exported(march, cookie)).toBe('device_name,device_id\r\nTill 1,1\r\n')
  await untilSchedule(id, cookie, { nextAt: Date.parse(april) })

  devices = [...devices, { device_id: '2', device_name: 'Till 2' }]
  await proxy.call('session.signOut', {}, cookie)
  const again = await proxy.signIn('reader')
  expect(await exported(april, again)).toContain('Till 2')
  await call('console.deleteSchedule', { schedule: id }, again)
})

test('a backup is written by an administrator’s schedule, and by nobody else’s', async () => {
  const { proxy, create, setTime, untilRuns } = world
  const planned = {
    endpoint: 'console.backUp',
    title: 'Backup',
    input: {},
    items: [{ subject: 'backup', label: 'Backup' }],
  }
  setTime('2027-02-20T12:00Z')
  const reader = await proxy.signIn('reader')
  expect((await proxy.call('console.planJob', planned, reader)).value).toMatchObject({ code: 'FORBIDDEN' })
  const chief = await proxy.signIn('chief')
  const { id } = await create(chief, monthly, { title: 'Backup' }, 1, planned)
  expect(backups).toBe(0)
  setTime(Date.parse(march) + 1000)
  await untilRuns(id, chief, [{ state: 'started', job: { state: 'ended', counts: { done: 1 } } }])
  expect(backups).toBe(1)
})
