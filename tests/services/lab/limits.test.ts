import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { updateDevice } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { listUsers } from '#contract/mdm/users.ts'
import { problemOf } from '../desktop/sign-in.ts'
import { startRunning, type Running } from '../running.ts'

let running: Running
beforeAll(async () => {
  running = await startRunning({ seed: 'large:60' })
})
afterAll(() => running.stop())
const limit = (path: string, method: string, body?: object) =>
  fetch(`${running.lab}/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
afterEach(() => Promise.all(['rate-limit', 'licenses'].map((path) => limit(path, 'DELETE'))))
const list = async () => running.call(listDevices, { managed_status: ['5'] }, await running.mdmKey())

test('more calls in a minute than the lab lets through are told when to come back', async () => {
  await limit('rate-limit', 'POST', { per_minute: 2 })
  expect(await (await limit('rate-limit', 'GET')).json()).toEqual({ per_minute: 2 })
  await list()
  await list()
  const problem = await problemOf(list())
  expect(problem).toMatchObject({ code: 'COM0002', status: 429 })
  expect(problem.retryAfterSeconds).toBeGreaterThan(0)
  await limit('rate-limit', 'DELETE')
  await expect(list()).resolves.toHaveProperty('rows')
})

test('without a free license nobody is enrolled', async () => {
  const key = await running.mdmKey()
  const [waiting] = (await list()).rows
  const [user] = (await running.call(listUsers, { limit: 1 }, key)).rows
  const assign = () =>
    running.call(updateDevice, { device_id: waiting?.device_id ?? '', user_id: user?.user_id ?? '' }, key)
  await limit('licenses', 'POST', { devices: 3 })
  expect(await problemOf(assign())).toMatchObject({ code: 'COM00020' })
  await limit('licenses', 'DELETE')
  await expect(assign()).resolves.toMatchObject({ managed_status: 2 })
})

describe.each(['rate-limit', 'licenses'])('the limit %s', (path) => {
  test.each([{}, { per_minute: 0 }, { devices: 0 }, { devices: '5' }, { color: 'red' }])('is not %j', async (body) => {
    const answer = await limit(path, 'POST', body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toHaveProperty('error')
  })
})
