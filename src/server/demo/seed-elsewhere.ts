import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DemoData } from '#services/services.ts'

const script = fileURLToPath(import.meta.resolve('./seed.ts'))

/**
 * Generates demo data in a child process, so that the roughly 250 MB it needs are released afterwards. The child
 * inherits the environment and exits when this process does.
 */
export async function seedElsewhere(data: DemoData, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const child = spawn(process.execPath, [script, JSON.stringify(data)], { stdio: ['pipe', 'ignore', 'inherit'] })
  signal?.addEventListener('abort', () => child.kill(), { once: true })
  const [code] = (await once(child, 'exit')) as [number | null]
  signal?.throwIfAborted()
  if (code !== 0) throw new Error('The demo data could not be created. See the previous lines for details.')
}
