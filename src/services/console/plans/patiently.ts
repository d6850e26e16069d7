import { problemOf } from '#services/console/jobs/turn.ts'

const maxTries = 5
const longestWaitMs = 60_000
/** Too many calls, a server that is busy or restarts, and one that did not answer in time. */
const passing = new Set([429, 503, 504])

/** Reads once more what a server could not answer just now, after as long as it asks for. */
export async function patiently<T>(read: () => Promise<T>, wait: (ms: number) => Promise<void>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await read()
    } catch (error) {
      const { status, retryAfterSeconds = 2 ** tried } = problemOf(error)
      if (tried === maxTries || !passing.has(status)) throw error
      await wait(Math.min(retryAfterSeconds * 1000, longestWaitMs))
    }
  }
}
