import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateDevice } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { startRunning, type Running } from '../running.ts'

let running: Running
let key: string
beforeAll(async () => {
  running = await startRunning({ seed: 'large:60' })
  key = await running.mdmKey()
})
afterAll(() => running.stop())

const ask = async (host = new URL(running.mdm).host, authorization = key, known = '') => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const url = `${running.mdm}/api/v1/devices?limit=5`
  const headers = { host, authorization, ...(known && { 'if-none-match': known }) }
  request(url, { headers }, resolve).once('error', reject).end()
  const answer = await promise
  return { status: answer.statusCode, body: await text(answer), etag: answer.headers.etag ?? '' }
}

test('the same question has the same answer, until something changes', async () => {
  const first = await ask()
  expect(await ask()).toEqual(first)
  const [device] = (await running.call(listDevices, { limit: 5 }, key)).rows
  await running.call(updateDevice, { device_id: device?.device_id ?? '', asset_tag: 'changed-just-now' }, key)
  const second = await ask()
  expect(second.body).toContain('changed-just-now')
  expect(second.body).not.toBe(first.body)
})

test('addresses in it are those by which it was asked', async () => {
  const { port } = new URL(running.mdm)
  expect((await ask()).body).toContain(`"next":"http://127.0.0.1:${port}/`)
  expect((await ask(`localhost:${port}`)).body).toContain(`"next":"http://localhost:${port}/`)
})

test('who may not ask is told nothing, whatever others were told', async () => {
  expect((await ask()).status).toBe(200)
  expect(await ask(undefined, 'another')).toMatchObject({
    status: 401,
    body: expect.not.stringContaining('next') as string,
  })
})

test('who has the answer is told that it still holds, until something changes', async () => {
  const { etag, body } = await ask()
  expect(await ask(undefined, undefined, etag)).toEqual({ status: 304, body: '', etag })
  expect((await ask(undefined, 'another', etag)).status).toBe(401)
  const [device] = (await running.call(listDevices, { limit: 5 }, key)).rows
  await running.call(updateDevice, { device_id: device?.device_id ?? '', asset_tag: 'changed-once-more' }, key)
  const later = await ask(undefined, undefined, etag)
  expect(later.status).toBe(200)
  expect([later.body, later.etag]).not.toEqual([body, etag])
})
