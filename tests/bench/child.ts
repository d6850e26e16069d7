import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A program beside this file in a process of its own, which says `READY` and its port. */
export async function startChild(file: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return {
    origin: `http://127.0.0.1:${line.replace('READY ', '').trim()}`,
    pid: child.pid ?? 0,
    stop: () => void child.kill(),
  }
}
