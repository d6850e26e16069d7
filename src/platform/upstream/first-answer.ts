/** Retries of requests that are safe to repeat. */
import type { Dialect } from '#contract/dialect.ts'
import { type Endpoint, isDangerous } from '#contract/endpoint.ts'
import { takesLargeFile } from '#contract/wire.ts'
import { endingWith } from './deadline.ts'
import type { Answer } from './upstream-problem.ts'

/** `signal` is aborted when the response is no longer needed. */
type Ask<T> = (signal: AbortSignal) => Promise<T>

const retryAfterMs = 200

/** Reads are safe to repeat. */
export const onlyReads = ({ reads, changes, secret }: Endpoint): boolean =>
  reads !== undefined && changes === undefined && secret !== true

/**
 * Sends a read again if no response arrives, and takes the first response: the connection may be dead unnoticed while
 * the server has recovered. At most two requests run at a time; giving up the first aborts all.
 */
export function firstAnswer<T>(ask: Ask<T>, signal: AbortSignal, everyMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const waiting = new Set<AbortController>()
  const leave = () => {
    for (const one of waiting) one.abort()
    waiting.clear()
  }
  const begin = async () => {
    const own = endingWith(signal)
    waiting.add(own)
    const answer = await ask(own.signal)
    // A request that was already given up: its response is not read.
    if (!waiting.delete(own)) own.abort()
    leave()
    resolve(answer)
  }
  begin().catch(reject)
  const [first] = waiting
  const timer = setInterval(() => {
    for (const one of waiting) {
      if (one === first) continue
      waiting.delete(one)
      one.abort()
    }
    // Only the first request's failure is reported.
    begin().catch(() => undefined)
  }, everyMs)
  return promise.finally(() => {
    clearInterval(timer)
    leave()
  })
}

/** Repeats a request that did not reach the server, which is always safe. */
export async function unlessLost<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!neverArrived(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    return ask()
  }
}

const neverArrived = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET')

/**
 * HTTP 401 means that nothing was executed (RFC 9110, 15.5.2), unlike an error within HTTP 200. Irreversible actions
 * are never repeated, and large files can be read only once.
 */
export const mayRepeat = (endpoint: Endpoint, input: unknown, answer: Answer, speaks: Dialect) =>
  !takesLargeFile(endpoint) &&
  !isDangerous(endpoint, input, speaks) &&
  (!endpoint.changes?.length || answer.status === 401)
