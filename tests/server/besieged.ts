// Floods one port of a running product, asks it honestly all the while, and counts its descriptors afterwards.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'

type Honest = { url: string; headers?: Record<string, string>; expected: number }
type Options = { pid: number; number: number; lastsMs: number; honest: Honest }

const descriptors = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

/** Each question on a connection of its own, as of somebody who comes just now. */
async function ask({ url, headers }: Honest) {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const start = performance.now()
  try {
    const { statusCode, body } = await request(url, { dispatcher, headers, headersTimeout: 20_000 })
    await body.dump()
    return { statusCode, ms: performance.now() - start }
  } catch (error) {
    return { statusCode: String(error), ms: performance.now() - start }
  } finally {
    await dispatcher.destroy()
  }
}

export async function besieged({ pid, number, lastsMs, honest }: Options) {
  await ask(honest)
  const before = descriptors(pid)
  const { port, protocol } = new URL(honest.url)
  const flood = fork(join(import.meta.dirname, 'flood.ts'), [port, String(number), protocol === 'https:' ? 'tls' : ''])
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  const end = performance.now() + lastsMs
  const opened = new AbortController()
  flood.once('message', () => opened.abort())
  let held = 0
  while (!opened.signal.aborted || performance.now() < end) {
    answers.push(await ask(honest))
    held = Math.max(held, descriptors(pid) - before)
    await delay(50)
  }
  flood.kill('SIGKILL')
  await once(flood, 'exit')
  return {
    held,
    answers: answers.length,
    refused: answers.filter(({ statusCode }) => statusCode !== honest.expected).map(({ statusCode }) => statusCode),
    slowestMs: Math.round(Math.max(...answers.map(({ ms }) => ms))),
    /** More than before; falls to none. */
    left: () => descriptors(pid) - before,
  }
}

/** What anybody may ask on each port; expected is the status. */
export const honestCalls = (ready: { console: string; identity: string; keys: string }) =>
  [
    ['console', { url: `${ready.console}/healthz`, expected: 200 }],
    ['services', { url: `${ready.identity}/`, expected: 200 }],
    ['keys', { url: `${ready.keys}/api/pki/restapi/getAllSSHKeys`, expected: 401 }],
  ] as const
