import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '#contract/problem.ts'

/** How often, and for how long, a page that is refused with 429 is waited for. */
const maxWaits = 10
const maxWaitSeconds = 300

type Paced = { recordsPerSecond: number; signal: AbortSignal }

/** Waits until the next request may go. */
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

/** A page of a list. A server that wants to be asked later is, for the same page: those before it stay read. */
export async function pacedPage<T>(on: Paced, { retryMs }: { retryMs: number }, ask: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time += 1)
    try {
      return await paced(on, ask)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429 || time === maxWaits) throw error
      const seconds = error.retryAfterSeconds ?? retryMs / 1000
      // A longer one is told, and begins anew.
      if (seconds > maxWaitSeconds) throw error
      await delay(seconds * 1000, undefined, { signal: on.signal })
    }
}
