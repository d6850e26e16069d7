import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ofProducts } from './server.ts'

/** Servers that speak otherwise than the references, in a process of their own, and the file that leads to them. */
export async function startOtherDialect(password: string) {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-other-'))
  const child = spawn(
    process.execPath,
    ['--max-http-header-size=65536', join(import.meta.dirname, 'other-dialect.ts'), folder],
    {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, ...ofProducts, TRIPTYCH_DEMO_PASSWORD: password },
    },
  )
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'close')
  const ready = new Promise<string>((resolve) => {
    createInterface(child.stdout).on(
      'line',
      (line) => line.startsWith('READY ') && resolve(line.slice('READY '.length)),
    )
  })
  const line = await Promise.race([ready, ended.then(([code]) => Promise.reject(new Error(`It ended with ${code}`)))])
  const { file, lab } = JSON.parse(line) as { file: string; lab: string }
  return {
    file,
    lab,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      process.off('exit', kill)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
