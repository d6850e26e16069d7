import { Refusal } from '#crypto/refusal.ts'

export const canceled = () => new Refusal('canceled', 'The work was canceled')

/** Lets so many in at once, in the order in which they came, and so many wait. */
export class Semaphore {
  #free: number
  readonly #maxWaiting: number
  readonly #waiting: PromiseWithResolvers<void>[] = []

  constructor(places: number, maxWaiting: number) {
    this.#free = places
    this.#maxWaiting = maxWaiting
  }

  /** Whoever was let in must `leave`. */
  async enter(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw canceled()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    if (this.#waiting.length >= this.#maxWaiting) {
      throw new Refusal('busy', 'Too many operations are waiting; try again in a moment')
    }
    await this.#wait(signal)
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next) next.resolve()
    else this.#free += 1
  }

  /** Sends away who is waiting. */
  empty(): void {
    for (const turn of this.#waiting.splice(0)) turn.reject(canceled())
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const cancel = () => {
      const place = this.#waiting.indexOf(turn)
      if (place < 0) return
      this.#waiting.splice(place, 1)
      turn.reject(canceled())
    }
    this.#waiting.push(turn)
    signal?.addEventListener('abort', cancel)
    try {
      await turn.promise
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }
}
