// Around a whole test run: where its PostgreSQL starts, should a test need it, and its end.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of this run's PostgreSQL (tests/platform/database/postgres.ts). */
    postgresFolder: string
  }
}

export async function setup({ provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-run-'))
  await chmod(folder, 0o711) // PostgreSQL runs as another user where the tests run as root
  provide('postgresFolder', folder)
  return async () => {
    await stopPostgres(join(folder, 'server/data/postmaster.pid'))
    await rm(folder, { recursive: true, force: true })
  }
}

/** Fast shutdown; its process id is the first line of its lock file, which goes with it. */
async function stopPostgres(lockFile: string) {
  const lines = await readFile(lockFile, 'utf8').catch(() => undefined)
  if (lines === undefined) return
  process.kill(Number(lines.split('\n', 1)[0]), 'SIGINT')
  const exists = () => readFile(lockFile).then(Boolean, () => false)
  for (const start = Date.now(); (await exists()) && Date.now() - start < 10_000;) await delay(50)
}
