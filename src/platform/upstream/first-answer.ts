/** What can be asked again without doing anything twice, where a question got lost. */
import type { Dialect } from '#contract/dialect.ts'
import { type Endpoint, isDangerous } from '#contract/endpoint.ts'
import { takesLargeFile } from '#contract/wire.ts'
import { endingWith } from './deadline.ts'
import type { Answer } from './upstream-problem.ts'

/** `signal`: whoever asks does not wait for it any longer. */
type Ask<T> = (signal: AbortSignal) => Promise<T>

const retryAfterMs = 200

/** What only reads: asked twice, nothing happens twice. */
export const onlyReads = ({ reads, changes, secret }: Endpoint): boolean =>
  reads !== undefined && changes === undefined && secret !== true

/**
 * The first answer of those that are asked for, one after the other: a connection may be dead without anybody having
 * said so, and its server back for some time. When the first is given up, so are the others; two at most wait at a time.
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
    // Whoever comes second was given up in the meantime, and what it still sends is not read.
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
    // Its failure says nothing: it is for the first to say why there is no answer.
    begin().catch(() => undefined)
  }, everyMs)
  return promise.finally(() => {
    clearInterval(timer)
    leave()
  })
}

/** Asks once more where the server did not see the request: that cannot do anything twice either. */
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
 * HTTP 401 says that nothing was done (RFC 9110, 15.5.2); an error inside of HTTP 200 is no such promise, and what
 * cannot be undone is only ever done once. A large file can be read only once.
 */
export const mayRepeat = (endpoint: Endpoint, input: unknown, answer: Answer, speaks: Dialect) =>
  !takesLargeFile(endpoint) &&
  !isDangerous(endpoint, input, speaks) &&
  (!endpoint.changes?.length || answer.status === 401)
