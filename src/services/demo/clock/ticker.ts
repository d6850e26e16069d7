import { setImmediate as otherWork } from 'node:timers/promises'
import type { Log } from '#platform/log.ts'

/** A unit of work; returns the number of items found, or 0 if there was none. */
export type Piece = () => Promise<number>

const everyMs = 500

/** Runs units of work in order until none has any left. One turn at a time. */
export function ticker(pieces: readonly Piece[], log: Log) {
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined
  const stopping = new AbortController()

  async function turn() {
    for (const piece of pieces) {
      while (!stopping.signal.aborted && (await piece()) > 0) await otherWork()
    }
  }

  function begin() {
    running = turn().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    /** Waits for a turn that starts after this call, since a running one may have missed work that became due. */
    catchUp: (): Promise<void> => {
      if (!running) return begin()
      following ??= running
        .catch(() => undefined)
        .then(() => {
          following = undefined
          return running ?? begin()
        })
      return following
    },
    /** Runs periodically until the returned function is called. */
    start() {
      const timer = setInterval(() => {
        if (!running) begin().catch((error: unknown) => log('the lab stumbled', { error: String(error) }))
      }, everyMs).unref()
      return () => clearInterval(timer)
    },
    async stop() {
      stopping.abort()
      await running?.catch(() => undefined)
    },
  }
}
