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

const ask = async (host = new URL(running.mdm).host, authorization = key) => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const url = `${running.mdm}/api/v1/devices?limit=5`
  request(url, { headers: { host, authorization } }, resolve).once('error', reject).end()
  const answer = await promise
  return { status: answer.statusCode, body: await text(answer) }
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
