import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDevice, updateDevice } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { createUser, getUser } from '#contract/mdm/users.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'
import { fold } from '#services/lists/fold.ts'
import { startRunning, type Running } from '../running.ts'
import { asking } from './resources/asking.ts'

let running: Running
let call: ReturnType<typeof asking>
beforeAll(async () => {
  running = await startRunning({ seed: 'large:80' })
  call = asking(running)
})
afterAll(() => running.stop())

test('a changed device shows its changes in the record, the list, the search and the delta', async () => {
  const [device_id = ''] = await call.deviceIds({ managed_status: ['2'], limit: 1 })
  const before = await call.ask(getDevice, { device_id })
  const { deltaToken } = await call.ask(listDevices, { limit: 1 })
  const changes = { name: 'Gate 7 Übergabe', asset_tag: 'HV-NEW-1', office: 'Nowhere', owned_by: 2, description: '' }
  const after = await call.ask(updateDevice, { device_id, ...changes })
  const { name, ...rest } = changes
  expect(after).toMatchObject({ ...rest, name, device_name: name, serial_number: before.serial_number })
  expect(await call.ask(getDevice, { device_id })).toEqual(after)
  expect(await call.deviceIds({ search: 'GATE 7 über' })).toEqual([device_id])
  expect(await call.deviceIds({ search: 'hv-new-1', owned_by: 'Personal' })).toEqual([device_id])
  const delta = await call.ask(listDevices, { 'delta-token': deltaToken })
  expect(delta.rows).toMatchObject([{ device_id, device_name: name, office: 'Nowhere' }])
  expect(after.locations).toEqual(before.locations)
  expect(after.summary).toEqual(before.summary)
})

test('purchase and warranty are kept, and -1 clears a date', async () => {
  const [device_id = ''] = await call.deviceIds({ managed_status: ['2'], limit: 1 })
  const purchase = { purchase_date: 1_700_000_000_000, purchase_order_number: 'PO-7', warranty_type: 'Next day' }
  expect(await call.ask(updateDevice, { device_id, ...purchase })).toMatchObject(purchase)
  expect(await call.ask(updateDevice, { device_id, purchase_date: -1 })).toMatchObject({
    ...purchase,
    purchase_date: -1,
  })
})

test('a device without a user is enrolled with its first one, who then has one device more', async () => {
  const [device_id = ''] = await call.deviceIds({ managed_status: ['5'], limit: 1 })
  const user = { user_name: 'Grace Oyelaran', user_email: 'grace@harbour.example', phone_number: '+44 20 7946 0018' }
  const { user_id = '' } = await call.ask(createUser, user)
  const { phone_number: _phone, ...shown } = user
  expect(await call.ask(getUser, { user_id })).toEqual({ user_id, ...user, device_count: 0 })
  const device = await call.ask(updateDevice, { device_id, user_id })
  expect(device).toMatchObject({ managed_status: 2, user: { user_id, ...shown }, ...shown })
  expect(await call.ask(getUser, { user_id })).toMatchObject({ device_count: 1 })
  expect(await call.deviceIds({ email: user.user_email })).toEqual([device_id])
})

test('what cannot be changed is refused, and says why', async () => {
  const [device_id = ''] = await call.deviceIds({ managed_status: ['2'], limit: 1 })
  const [gone = ''] = await call.deviceIds({ managed_status: ['4'], limit: 1 })
  const { user_id = '' } = await call.ask(createUser, { user_name: 'A', user_email: 'a@harbour.example' })
  expect(await call.refusal(updateDevice, { device_id })).toMatchObject({ code: 'COM0009', status: 422 })
  expect(await call.refusal(updateDevice, { device_id, user_id: '7' })).toMatchObject({ code: 'SDE0003', status: 412 })
  expect(await call.refusal(updateDevice, { device_id: gone, user_id })).toMatchObject({ code: 'SDE0003' })
  expect(await call.refusal(updateDevice, { device_id: '7', name: 'x' })).toMatchObject({ code: 'COM0008' })
  const headers = { authorization: await running.mdmKey(), 'content-type': 'application/json' }
  for (const body of ['{"owned_by":3}', '{"name":""}', `{"name":"${'x'.repeat(301)}"}`]) {
    const answer = await running.ask(`/api/v1/devices/${device_id}`, { method: 'PUT', headers, body })
    expect(await answer.json(), body).toMatchObject({ error_code: 'COM0005' })
  }
})

test.each(['Smartphone', 'tablet', 'LAPTOP', 'Tv', 'Rugged scanner', 'Desktop'])(
  'device_type=%s lists those whose record says so',
  async (device_type) => {
    const expected = Array.from({ length: 80 }, (_, index) => deviceAt(index).record)
      .filter(({ model_type }) => fold(model_type ?? '') === fold(device_type))
      .map(({ device_id }) => device_id)
    expect(new Set(await call.deviceIds({ device_type, limit: 200 }))).toEqual(new Set(expected))
  },
)

test('include_all=false leaves out what is not enrolled, summary=false the counts', async () => {
  const enrolled = await call.deviceIds({ managed_status: ['2'], limit: 200 })
  expect(await call.deviceIds({ include_all: false, limit: 200 })).toEqual(enrolled)
  expect((await call.ask(listDevices, { include_all: true, limit: 1 })).total).toBe(80)
  const bare = await call.ask(listDevices, { summary: false, limit: 200 })
  expect(bare.rows.filter((row) => row.summary)).toEqual([])
  expect((await call.ask(listDevices, { limit: 200 })).rows.some((row) => row.summary)).toBe(true)
})
