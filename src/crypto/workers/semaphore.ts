import { Refusal } from '#crypto/refusal.ts'

export const canceled = () => new Refusal('canceled', 'The work was canceled')

/** FIFO semaphore with a limited number of waiters. */
export class Semaphore {
  #free: number
  readonly #maxWaiting: number
  readonly #waiting: PromiseWithResolvers<void>[] = []

  constructor(places: number, maxWaiting: number) {
    this.#free = places
    this.#maxWaiting = maxWaiting
  }

  /** Callers must call `leave` afterwards. */
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

  /** Rejects all waiters. */
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
