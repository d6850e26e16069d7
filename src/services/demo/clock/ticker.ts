import { setImmediate as otherWork } from 'node:timers/promises'
import type { Log } from '#platform/log.ts'

/** A piece of work, and how much of it was found: nothing ends a turn. */
export type Piece = () => Promise<number>

const everyMs = 500

/** Let the pieces of work be done, in their order, until none has any left. One turn at a time. */
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
    /** A turn that begins after this call: one that runs already may have looked before the work was due. */
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
    /** From now on by itself, until the answer is called. */
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
