import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DemoData } from '#services/services.ts'

const script = fileURLToPath(import.meta.resolve('./seed.ts'))

/**
 * Makes demo data in a process of its own: what making them takes, some 250 MB, is given back when it ends. It has this
 * process's environment, and ends with it, however this one ends.
 */
export async function seedElsewhere(data: DemoData, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const child = spawn(process.execPath, [script, JSON.stringify(data)], { stdio: ['pipe', 'ignore', 'inherit'] })
  signal?.addEventListener('abort', () => child.kill(), { once: true })
  const [code] = (await once(child, 'exit')) as [number | null]
  signal?.throwIfAborted()
  if (code !== 0) throw new Error('The demo data could not be created. See the previous lines for details.')
}
