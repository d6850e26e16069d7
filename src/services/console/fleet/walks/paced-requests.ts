import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '#contract/problem.ts'

/** Limits of waiting for a page after 429 responses. */
const maxWaits = 10
const maxWaitSeconds = 300

type Paced = { recordsPerSecond: number; signal: AbortSignal }

/** Limits the request rate. */
export async function paced<T>({ recordsPerSecond, signal }: Paced, ask: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const begun = performance.now()
  try {
    return await ask()
  } finally {
    const left = 1000 / recordsPerSecond - (performance.now() - begun)
    if (left > 0 && !signal.aborted) await delay(left, undefined, { signal }).catch(() => undefined)
  }
}

/** Requests a page, repeating it after `Retry-After`, so that earlier pages are not read again. */
export async function pacedPage<T>(on: Paced, { retryMs }: { retryMs: number }, ask: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time += 1)
    try {
      return await paced(on, ask)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429 || time === maxWaits) throw error
      const seconds = error.retryAfterSeconds ?? retryMs / 1000
      // A longer delay is reported, and the pass starts over.
      if (seconds > maxWaitSeconds) throw error
      await delay(seconds * 1000, undefined, { signal: on.signal })
    }
}
