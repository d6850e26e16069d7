import { problemOf } from '#services/console/jobs/turn.ts'

const maxTries = 5
const longestWaitMs = 60_000
/** Temporary errors: rate limits, unavailable servers, timeouts. */
const passing = new Set([429, 503, 504])

/** Repeats a read after a temporary error, with the delay requested by the server. */
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
