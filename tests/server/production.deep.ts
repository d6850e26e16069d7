import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ready } from '../support/server.ts'

const run = promisify(execFile)
const production = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json', '.npmrc']

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-production-'))
  for (const name of production) await cp(name, join(folder, name), { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Neither this repository's Node nor what `npm test` sets: the system's own Node and npm. */
const environment = {
  HOME: process.env.HOME,
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .join(delimiter),
}

test('a production install without a built console starts, builds it once and leaves no tools behind', async () => {
  await run('npm', ['ci', '--omit=dev', '--no-audit'], { cwd: folder, env: environment })
  const installed = await readdir(join(folder, 'node_modules'))
  expect(installed).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(vite|typescript|.*postgres)$/)]))

  const ports = { TRIPTYCH_PORT: '0', TRIPTYCH_SERVICES_PORT: '0', TRIPTYCH_KEYS_PORT: '0' }
  for (const builds of [true, false]) {
    const npm = spawn('npm', ['start'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...environment, ...ports, TRIPTYCH_SEED: 'empty' },
    })
    const ended = once(npm, 'close')
    let stdout = ''
    for await (const chunk of npm.stdout.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      stdout += chunk.toString()
      if (/^READY .+\n/m.test(stdout)) break
    }
    npm.stdout.resume()
    const ready = JSON.parse(/^READY (.+)$/m.exec(stdout)?.[1] ?? '{}') as Ready
    const page = await request(ready.console, { headers: { accept: 'text/html' } })
    expect(await page.body.text()).toContain('<script')
    expect(stdout.includes('Building it once')).toBe(builds)
    npm.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  }
  expect(await readdir(join(folder, 'node_modules'))).toEqual(expect.arrayContaining(installed))
}, 300_000)
