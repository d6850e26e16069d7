import { availableParallelism } from 'node:os'
import type { JobRequest, JobTable } from './message.ts'
import { type RunOptions, WorkThread } from './thread.ts'
import { cancelled, Turnstile } from './turnstile.ts'

export interface PoolOptions {
  /** How many jobs run at once. */
  threads?: number
  /** How many jobs may wait; one more is refused as busy. */
  queue?: number
  /** JavaScript heap of a thread. */
  memoryMiB?: number
}

/**
 * Runs jobs that would stall the process, or that read files of strangers, in threads of their own. A job that takes too
 * long, eats too much memory or crashes loses its thread, and its caller gets an error; every other job goes on.
 */
export class WorkPool<Jobs extends JobTable> {
  readonly #script: URL
  readonly #memoryMiB: number
  readonly #turnstile: Turnstile
  readonly #running = new Set<WorkThread>()
  #idle: WorkThread[] = []
  #isClosed = false

  /** The script is a module that calls `serveJobs` with these jobs. */
  constructor(script: URL, { threads, queue = 64, memoryMiB = 256 }: PoolOptions = {}) {
    this.#script = script
    this.#memoryMiB = memoryMiB
    // At least two threads: one slow job must not hold up all others.
    this.#turnstile = new Turnstile(threads ?? Math.max(2, availableParallelism() - 1), queue)
  }

  async run<Name extends keyof Jobs & string>(
    name: Name,
    input: Parameters<Jobs[Name]>,
    options: RunOptions = {},
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> {
    await this.#turnstile.enter(options.signal)
    try {
      return (await this.#runInThread({ name, input }, options)) as Awaited<ReturnType<Jobs[Name]>>
    } finally {
      this.#turnstile.leave()
    }
  }

  /** Stops all threads. What waits or runs is refused as cancelled. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#turnstile.empty()
    await Promise.all([...this.#idle, ...this.#running].map((thread) => thread.stop(cancelled())))
  }

  async #runInThread(request: JobRequest, options: RunOptions): Promise<unknown> {
    if (this.#isClosed) throw cancelled()
    this.#idle = this.#idle.filter(({ isAlive }) => isAlive)
    const thread = this.#idle.pop() ?? new WorkThread(this.#script, this.#memoryMiB)
    this.#running.add(thread)
    try {
      return await thread.run(request, options)
    } finally {
      this.#running.delete(thread)
      if (thread.isAlive) this.#idle.push(thread)
    }
  }
}
