import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIfStale } from '#server/build.ts'
import { type Ready, startServer } from '../support/server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-npm-start-'))
  await buildIfStale()
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** As an operator types it: npm, its shell and the server are a process each. */
async function npmStart() {
  const { PATH, HOME } = process.env
  const ports = { TRIPTYCH_PORT: '0', TRIPTYCH_SERVICES_PORT: '0', TRIPTYCH_KEYS_PORT: '0' }
  const npm = spawn('npm', ['start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, ...ports, TRIPTYCH_DATA_DIR: folder, TRIPTYCH_SEED: 'empty', TRIPTYCH_DRAIN_SECONDS: '3' },
  })
  const ended = once(npm, 'close') as Promise<[code: number | null]>
  npm.stderr.resume()
  let stdout = ''
  for await (const chunk of npm.stdout.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    stdout += chunk.toString()
    const [, json] = /^READY (.+)\n/m.exec(stdout) ?? []
    if (json) return { npm, ended, ...(JSON.parse(json) as Ready) }
  }
  throw new Error(`npm start ended without a READY line:\n${stdout}`)
}

const stopping = '{"status":"not ready","part":"stopping"}'
const closedMeanwhile = new Set(['ECONNRESET', 'UND_ERR_SOCKET'])

test('to end npm is to end the server, and whoever routes requests hears of it before the port is closed', async () => {
  const { npm, ended, console } = await npmStart()
  npm.stdout.resume()
  const client = new Agent({ connections: 1 })
  const seen: unknown[] = []
  npm.kill('SIGTERM')
  for (;;) {
    try {
      const { statusCode, body } = await request(`${console}/readyz`, { dispatcher: client })
      seen.push(statusCode === 200 ? 'ready' : JSON.stringify(await body.json()))
      await body.dump()
      // Somebody who comes now, by a connection of their own, is still served.
      if (statusCode === 503) seen.push((await request(`${console}/healthz`, { reset: true })).statusCode)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      // Whoever asks in the moment in which the port is closed is reset, by the system; the next is refused.
      if (seen.includes(stopping) && closedMeanwhile.has(code)) continue
      seen.push(code)
      break
    }
  }
  await client.destroy()
  const [code] = await ended
  expect(new Set(seen)).toEqual(new Set([...(seen[0] === 'ready' ? ['ready'] : []), stopping, 200, 'ECONNREFUSED']))
  expect(code).toBe(0)
}, 120_000)

test('after its log was moved away, the server writes a new one once it is told', async () => {
  const log = join(folder, 'log')
  const server = await startServer({
    TRIPTYCH_DATA_DIR: join(folder, 'data'),
    TRIPTYCH_SEED: 'empty',
    TRIPTYCH_LOG: log,
  })
  await request(`${server.ready.console}/api/nothing`, { method: 'POST' })
  await rename(log, `${log}.1`)
  process.kill(server.pid, 'SIGHUP')
  await expect.poll(() => readFile(log, 'utf8').catch(() => ''), { timeout: 30_000 }).toContain('log reopened')
  await request(`${server.ready.console}/healthz/nothing`)
  await server.stop()
  expect(await readFile(log, 'utf8')).toContain('"stopped"')
  expect(await readFile(`${log}.1`, 'utf8')).not.toContain('stopping')
}, 120_000)
