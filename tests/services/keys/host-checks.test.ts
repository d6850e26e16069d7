// Checks of hosts that wait: they survive a restart, and one process does each.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hostCheckPlanRows } from '#contract/keys/host-check-plan.ts'
import { tlsHostRows } from '#contract/keys/tls-hosts.ts'
import { writePem } from '#crypto/pem.ts'
import { checkQueue } from '#services/keys/discovery/check-queue.ts'
import { weaknessWatch } from '#services/keys/discovery/weakness-watch.ts'
import { beginDueRun, checkPlanHandlers, hostChecks } from '#services/keys/hosts/check-plan.ts'
import { tlsHostHandlers } from '#services/keys/hosts/tls-host-handlers.ts'
import { labAuthority } from './discovery/lab-hosts.ts'
import { type KeyWorld, startKeyWorld } from './key-world.ts'

let world: KeyWorld
let port: number
const order = { timeoutSeconds: 2, username: 'ada', discovers: false }
const hourMs = 3_600_000

beforeAll(async () => {
  world = await startKeyWorld()
  const { certificate, privateKey } = await labAuthority()
  const server = createServer({ cert: writePem('CERTIFICATE', certificate), key: writePem('PRIVATE KEY', privateKey) })
  server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  return async () => {
    server.close()
    await once(server, 'close')
  }
})
afterAll(() => world.stop())
beforeEach(() => world.parts.db.deleteFrom('key_host_check').execute())
afterEach(() => vi.useRealTimers())

const waiting = () => world.parts.db.selectFrom('key_host_check').selectAll().orderBy('port').execute()
const plan = () => world.serve(hostCheckPlanRows, checkPlanHandlers(world.parts)).call
const details = async () => (await plan()('getHostCheckPlan')).details as Record<string, unknown>
const seen = async () =>
  (await world.serve(tlsHostRows, tlsHostHandlers(world.parts)).call('getTlsHost', { Host: 'localhost', Port: port }))
    .details as { CheckedAt?: string; LastDiscovered?: { CommonName: string } }

test('what a process had not checked when it ended is checked by the next', async () => {
  await checkQueue(world.parts.db).add([{ host: 'localhost', port }], order)
  expect((await seen()).CheckedAt).toBeUndefined()
  await weaknessWatch(world.parts).look()
  expect((await seen()).CheckedAt).toEqual(expect.any(String))
  expect(await waiting()).toEqual([])
})

test('two processes never take the same host, and what one held when it was killed is free after two minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const [one, other] = [checkQueue(world.parts.db), checkQueue(world.parts.db)]
  const targets = Array.from({ length: 20 }, (_, at) => ({ host: 'localhost', port: at + 1 }))
  await one.add(targets, order)
  await other.add(targets, order)
  const claimed = await Promise.all([one.claim(15), other.claim(15), one.claim(15), other.claim(15)])
  const ports = claimed.flat().map((target) => target.port)
  expect(new Set(ports).size).toBe(ports.length)
  await one.release(false)
  expect((await other.claim(50)).length + (claimed[1]?.length ?? 0) + (claimed[3]?.length ?? 0)).toBe(20)

  expect(await one.claim(50)).toEqual([])
  vi.setSystemTime(Date.now() + 121_000)
  expect(await one.claim(50)).toHaveLength(20)
  await one.done(targets)
  expect(await waiting()).toEqual([])
})

test('a host whose check ends the process each time is given up after five attempts', async () => {
  const queue = checkQueue(world.parts.db)
  await queue.add([{ host: 'localhost', port }], order)
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await queue.claim(10)).toHaveLength(1)
    await queue.release(false)
  }
  expect(await queue.claim(10)).toEqual([])
  expect(await waiting()).toEqual([])
})

test('a plan is kept, its runs begin once for all processes, and read the certificate of each known host', async () => {
  expect(await details()).toEqual({ EveryHours: 0, Waiting: 0 })
  await plan()('setHostCheckPlan', { EveryHours: 24 })
  await beginDueRun(world.parts)
  expect(await waiting()).toEqual([])

  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 25 * hourMs)
  await Promise.all([beginDueRun(world.parts), beginDueRun(world.parts)])
  expect(await waiting()).toMatchObject([{ host: 'localhost', port, discovers: 1, username: 'admin' }])
  expect(await details()).toMatchObject({ EveryHours: 24, SetBy: 'admin', LastRunHosts: 1, Waiting: 1 })
  await beginDueRun(world.parts)
  const told = (await world.audit()).map(({ description }) => description)
  expect(told.filter((text) => text === 'Planned check of 1 TLS hosts started')).toHaveLength(1)

  vi.useRealTimers()
  const checks = hostChecks(world.parts, () => false)
  checks.look()
  await checks.close()
  expect(await waiting()).toEqual([])
  expect((await seen()).LastDiscovered).toMatchObject({ CommonName: expect.any(String) as string })
  await plan()('setHostCheckPlan', { EveryHours: 0 })
  expect(await details()).toMatchObject({ EveryHours: 0, SetBy: 'admin' })
  expect(await details()).not.toHaveProperty('NextRunAt')
})
