import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished, expect, test } from 'vitest'
import { addressesBetween } from '#services/keys/discovery/address-range.ts'
import { refusalFrom } from '../../../crypto/refusal-of.ts'
import { runs, withinMs } from '../../../support/runs.ts'
import { demoScanner } from './lab-hosts.ts'
import { rawHost } from './raw-host.ts'

const isLinux = process.platform === 'linux' // where every address of 127.0.0.0/8 is this machine

/** A host that is stopped: once its queue is full, the kernel drops what comes to it, like a firewall. */
async function blackhole(): Promise<number> {
  const program = `require('node:net').createServer().listen({ host: '0.0.0.0', port: 0, backlog: 1 }, function () {
    console.log(this.address().port)
  })`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGSTOP')
  return Number(line)
}

const targetsAt = (port: number, start: string, end: string) =>
  addressesBetween(start, end).map((host) => ({ host, port }))

const addresses = runs(256, 1_024)
test.skipIf(!isLinux)(
  `${addresses} addresses that swallow everything are done in time`,
  { timeout: 120_000 },
  async () => {
    const targets = targetsAt(await blackhole(), '127.4.0.0', `127.4.${addresses / 256 - 1}.255`)
    const start = performance.now()
    const results = await demoScanner().discover(targets, { timeoutSeconds: 1 })
    const seconds = (performance.now() - start) / 1_000
    expect(results).toHaveLength(addresses)
    expect(new Set(results.map(({ message }) => message))).toEqual(new Set(['No answer within 1 s']))
    expect(seconds).toBeGreaterThan(addresses / 64 - 0.5) // never more than 64 at once
    expect(seconds).toBeLessThan(withinMs((addresses / 64) * 1.2))
  },
)

test.skipIf(!isLinux)('a job opens 64 connections at most, two jobs run at once, and the next waits', async () => {
  const host = await rawHost(() => undefined)
  const scanner = demoScanner()
  const cancel = new AbortController()
  const job = (network: number) =>
    refusalFrom(
      scanner.discover(targetsAt(host.port, `127.${network}.0.0`, `127.${network}.0.255`), {
        timeoutSeconds: 60,
        signal: cancel.signal,
      }),
    )
  const jobs = [job(5), job(6), job(7)]
  await expect.poll(host.max).toBe(128)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(host.max()).toBe(128)
  expect(host.received()).toHaveLength(128)
  cancel.abort()
  expect((await Promise.all(jobs)).map(({ reason }) => reason)).toEqual(['canceled', 'canceled', 'canceled'])
})

test.skipIf(!isLinux)('a job that is canceled ends within two seconds and leaves no connection open', async () => {
  const open = new Set<unknown>()
  const host = await rawHost((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const cancel = new AbortController()
  const job = demoScanner().discover(targetsAt(host.port, '127.8.0.0', '127.8.15.255'), {
    timeoutSeconds: 60,
    signal: cancel.signal,
  })
  await expect.poll(() => open.size).toBe(64)
  const start = performance.now()
  cancel.abort()
  expect(await refusalFrom(job)).toMatchObject({ reason: 'canceled' })
  await expect.poll(() => open.size).toBe(0)
  expect(performance.now() - start).toBeLessThan(withinMs(2_000))
  expect(host.received()).toHaveLength(64)
})

test('a job that is canceled before it begins asks nobody', async () => {
  const host = await rawHost(() => undefined)
  const job = demoScanner().discover([{ host: '127.0.0.1', port: host.port }], {
    timeoutSeconds: 5,
    signal: AbortSignal.abort(),
  })
  expect(await refusalFrom(job)).toMatchObject({ reason: 'canceled' })
  expect(host.received()).toEqual([])
})

test('a job that ended makes room for the next, however it ended', async () => {
  const { port } = await rawHost((socket) => void socket.destroy())
  const scanner = demoScanner()
  const targets = [{ host: '127.0.0.1', port }]
  for (let count = 0; count < 4; count += 1) {
    await refusalFrom(scanner.discover(targets, { timeoutSeconds: 1, signal: AbortSignal.abort() }))
    expect(await scanner.discover(targets, { timeoutSeconds: 1 })).toHaveLength(1)
  }
})

test('more than 4,096 hosts are refused before anything is sent', async () => {
  const host = await rawHost(() => undefined)
  const targets = Array.from({ length: 4_097 }, () => ({ host: '127.0.0.1', port: host.port }))
  expect(await refusalFrom(demoScanner().discover(targets, { timeoutSeconds: 1 }))).toMatchObject({
    reason: 'too-large',
  })
  expect(host.received()).toEqual([])
})
