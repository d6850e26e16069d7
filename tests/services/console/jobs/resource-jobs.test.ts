// Several devices, members and profiles at once, before the embedded device management: each has its own result.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDevice } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { createGroup, getGroup } from '#contract/mdm/groups.ts'
import { createProfile, getProfile, listProfiles } from '#contract/mdm/profiles.ts'
import type { Job } from '#contract/console/jobs.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { type Running, startRunning } from '../../running.ts'
import { callsOf, pace } from './job-world.ts'

let running: Running
let proxy: Proxy
let key: string
let cookie: string
let ids: string[]
beforeAll(async () => {
  running = await startRunning({ seed: 'demo' })
  key = await running.mdmKey()
  proxy = await startProxy({ realMdm: { url: running.mdm, key }, jobPace: pace })
  cookie = await proxy.signInConfirmed('chief')
  const { rows } = await running.call(listDevices, { managed_status: ['2'], limit: 5, offset: 0 }, key)
  ids = rows.flatMap(({ device_id }) => device_id ?? [])
})
afterAll(async () => {
  await proxy.stop()
  await running.stop()
})

const itemOf = (subject: string) => ({ subject, label: subject })
/** Once it has ended. */
async function done(order: object): Promise<Job> {
  const world = callsOf(proxy)
  const { id } = await world.call<Job>('console.planJob', { input: {}, ...order }, cookie)
  await world.call('console.startJob', { job: id }, cookie)
  await world.until(id, cookie, { state: 'ended' })
  return world.read(id, cookie)
}

test('devices are edited one by one, and an unknown one does not block others', async () => {
  const job = await done({
    endpoint: 'mdm.updateDevice',
    title: 'Edit',
    input: { office: 'Lisboa', owned_by: 2, purchase_date: -1 },
    items: [...ids, '4711'].map(itemOf),
  })
  expect(job.counts).toMatchObject({ done: 5, refused: 1 })
  for (const device_id of ids) {
    const { office, owned_by } = await running.call(getDevice, { device_id }, key)
    expect([office, String(owned_by)]).toEqual(['Lisboa', '2'])
  }
  const world = callsOf(proxy)
  const [first = ''] = ids
  const about = await world.call('console.listJobs', { kind: 'device', subject: first }, cookie)
  expect(about).toMatchObject({ rows: [{ id: job.id, item: { outcome: 'done' } }] })
})

test('devices are added to a group and removed, each with its result', async () => {
  const { group_id = '' } = await running.call(createGroup, { name: 'Loading docks' }, key)
  const members = async () => (await running.call(getGroup, { group_id }, key)).device_count
  const joined = await done({
    endpoint: 'mdm.addGroupMembers',
    title: 'Add',
    input: { group_id },
    items: ids.map(itemOf),
  })
  expect(joined.counts.done).toBe(5)
  expect(await members()).toBe(5)
  const left = await done({
    endpoint: 'mdm.removeGroupMember',
    title: 'Remove',
    input: { group_id },
    items: ids.slice(1).map(itemOf),
  })
  expect(left.counts.done).toBe(4)
  expect(await members()).toBe(1)
})

test('of several profiles, only the one that is installed on devices is refused', async () => {
  const { rows } = await running.call(listProfiles, { limit: 200, offset: 0 }, key)
  const used = rows.find(({ device_count = 0 }) => device_count > 0)?.profile_id ?? ''
  const free: string[] = []
  for (const profile_name of ['Guests at the docks', 'Doors at the docks']) {
    const { profile_id = '' } = await running.call(createProfile, { profile_name, platform_type: 1 }, key)
    free.push(profile_id)
  }
  const order = { endpoint: 'mdm.deleteProfile', title: 'Delete', items: [used, ...free].map(itemOf) }
  const job = await done(order)
  expect(job.counts).toMatchObject({ done: 2, refused: 1 })
  for (const profile_id of free)
    expect(await running.call(getProfile, { profile_id }, key)).toMatchObject({ is_moved_to_trash: true })
  expect(await running.call(getProfile, { profile_id: used }, key)).not.toMatchObject({ is_moved_to_trash: true })
})
