import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { discover } from '#contract/desktop/authentication.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { desktopErrors, mdmErrors } from '#contract/problems/known-errors.ts'
import { problemOf } from '../desktop/sign-in.ts'
import { startRunning, type Running } from '../running.ts'

let running: Running
let key: string
beforeAll(async () => {
  running = await startRunning()
  key = await running.mdmKey()
})
afterAll(() => running.stop())
afterEach(async () => {
  await fetch(`${running.lab}/faults`, { method: 'DELETE' })
})

const headers = { 'content-type': 'application/json' }
const fault = (body: object) => fetch(`${running.lab}/faults`, { method: 'POST', headers, body: JSON.stringify(body) })
const list = () => running.call(listDevices, {}, key)
const raw = (init: RequestInit = {}) => running.ask('/api/v1/devices', { headers: { authorization: key }, ...init })

test.each(['', '/'])('the lab says what it can do at %j, and its own example works', async (slash) => {
  const { faults, mailbox } = (await (await fetch(running.lab + slash)).json()) as Record<
    string,
    { url: string; method: string; body: object }
  >
  expect(await (await fetch(mailbox?.url ?? '')).json()).toEqual([])
  const { method, url = '', body } = faults ?? {}
  const switched = await fetch(url, { method, headers, body: JSON.stringify(body) })
  expect(switched.status).toBe(201)
  expect(await problemOf(list())).toMatchObject({ code: 'COM0004', status: 500 })
  await expect(list()).resolves.toHaveProperty('rows')
})

describe('every documented error can be seen', () => {
  test.each(Object.entries(mdmErrors))('%s of mobile device management', async (code, [status]) => {
    await fault({ service: 'mdm', code, times: 1 })
    expect(await problemOf(list())).toMatchObject({ code, status, service: 'mdm' })
  })

  test.each(Object.entries(desktopErrors))('%s of desktop management', async (code, [status]) => {
    await fault({ service: 'desktop', code, times: 1 })
    expect(await problemOf(running.call(discover, {}))).toMatchObject({ code, status, service: 'desktop' })
  })

  test('and "too many requests" says when to come back', async () => {
    await fault({ service: 'mdm', code: 'COM0002', times: 1 })
    expect((await raw()).headers.get('retry-after')).toBe('5')
  })
})

describe('a fault', () => {
  test('stays until it is cleared', async () => {
    await fault({ service: 'mdm', code: 'COM0014' })
    for (let time = 0; time < 3; time += 1) expect((await raw()).status).toBe(400)
    const { faults } = (await (await fetch(`${running.lab}/faults`)).json()) as { faults: unknown[] }
    expect(faults).toEqual([{ service: 'mdm', code: 'COM0014' }])
    await fetch(`${running.lab}/faults`, { method: 'DELETE' })
    expect((await raw()).status).toBe(200)
  })

  test('leaves the other service alone, and other paths', async () => {
    await fault({ service: 'mdm', code: 'COM0014', path: '/commandhistory' })
    await fault({ service: 'desktop', drop: true })
    expect((await raw()).status).toBe(200)
    expect((await running.ask('/api/v1/devices/1/commandhistory')).status).toBe(400)
    await expect(running.call(discover, {})).rejects.toThrow('fetch failed')
  })

  test('latency keeps the answer waiting', async () => {
    await fault({ service: 'mdm', latency_ms: 300, times: 1 })
    const start = performance.now()
    expect((await raw()).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(290)
  })

  test('drop closes the connection without a byte', async () => {
    await fault({ service: 'mdm', drop: true, times: 1 })
    await expect(raw()).rejects.toThrow('fetch failed')
    expect((await raw()).status).toBe(200)
  })

  test('truncate announces the whole answer and sends half of it', async () => {
    const whole = await (await raw()).text()
    await fault({ service: 'mdm', truncate: true, times: 1 })
    const response = await raw()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(whole)))
    await expect(response.text()).rejects.toThrow('terminated')
  })

  test('truncate also breaks off what a client has in its cache', async () => {
    const etag = (await raw()).headers.get('etag') ?? ''
    const headers = { authorization: key, 'if-none-match': etag }
    expect((await raw({ headers })).status).toBe(304)
    await fault({ service: 'mdm', truncate: true, times: 1 })
    const response = await raw({ headers })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
  })

  test('garbage calls itself JSON and is not', async () => {
    await fault({ service: 'mdm', garbage: true, times: 1 })
    expect(await problemOf(list())).toMatchObject({ code: 'UNEXPECTED_CONTENT' })
  })

  test('half open never answers, and lets go when the client does', async () => {
    await fault({ service: 'mdm', half_open: true, times: 1 })
    await expect(raw({ signal: AbortSignal.timeout(400) })).rejects.toThrow('timeout')
    expect((await raw()).status).toBe(200)
  })
})

test.each([
  { service: 'mdm', code: 'NOPE' },
  { service: 'mdm', code: '10001' },
  { service: 'desktop', code: 'COM0004' },
  { service: 'keys', code: 'COM0004' },
  { service: 'identity', code: 'COM0004' },
  { service: 'mdm' },
  { service: 'mdm', times: 1 },
  { service: 'mdm', code: 'COM0004', times: 0 },
  { service: 'mdm', drop: true, unknown: 1 },
])('%j is no fault', async (body) => {
  const response = await fault(body)
  expect(response.status).toBe(400)
  expect(await response.json()).toHaveProperty('error')
})

test('a form of another site cannot switch faults', async () => {
  const body = JSON.stringify({ service: 'mdm', drop: true })
  const response = await fetch(`${running.lab}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body,
  })
  expect(response.status).toBe(415)
  expect((await raw()).status).toBe(200)
})
