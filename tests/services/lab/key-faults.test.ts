import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { keysErrors } from '#contract/problems/known-errors.ts'
import { startRunning, type Running } from '../running.ts'

let running: Running
beforeAll(async () => {
  running = await startRunning({ keys: {} })
})
afterAll(() => running.stop())
afterEach(async () => {
  await fetch(`${running.lab}/faults`, { method: 'DELETE' })
})

const headers = { 'content-type': 'application/json' }
const fault = (body: object) =>
  fetch(`${running.lab}/faults`, { method: 'POST', headers, body: JSON.stringify({ service: 'keys', ...body }) })
const list = () => running.keyClient().ask('/api/pki/restapi/getAllSSHKeys')

test.each(Object.entries(keysErrors))(
  '%s of key management can be seen, in the envelope of the row',
  async (code, [status]) => {
    await fault({ code, times: 1 })
    const answer = await list()
    // What it refuses it says with HTTP 200 and the status Failed.
    expect(answer.status).toBe(code === 'REFUSED' ? 200 : status)
    expect(answer.json()).toMatchObject({ name: 'getAllSSHKeys', result: { status: 'Failed' } })
    expect((await list()).json()).toMatchObject({ result: { status: 'Success' } })
  },
)

test('the wire can break in each of its ways', async () => {
  await fault({ drop: true, times: 1 })
  await expect(list()).rejects.toThrow(/hang up|ECONNRESET/)
  await fault({ truncate: true, times: 1 })
  await expect(list()).rejects.toThrow(/aborted/)
  await fault({ garbage: true, times: 1 })
  expect((await list()).text).toContain('<html>')
  await fault({ half_open: true, times: 1 })
  expect(await Promise.race([list().catch(() => 'ended'), delay(300, 'silent')])).toBe('silent')
  await fault({ latency_ms: 200, times: 1 })
  const start = performance.now()
  await list()
  expect(performance.now() - start).toBeGreaterThan(190)
})

test('a fault for one operation leaves the others alone', async () => {
  await fault({ code: 'KEYS_FAILED', path: 'getAllSSLCertificates' })
  expect((await list()).status).toBe(200)
  expect((await running.keyClient().ask('/api/pki/restapi/getAllSSLCertificates')).status).toBe(500)
})
