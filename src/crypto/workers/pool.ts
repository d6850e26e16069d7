import { availableParallelism } from 'node:os'
import type { JobRequest, JobTable } from './message.ts'
import { canceled, Semaphore } from './semaphore.ts'
import { type RunOptions, WorkThread } from './thread.ts'

export interface PoolOptions {
  /** How many jobs run at once. */
  threads?: number
  /** How many jobs may wait; one more is refused as busy. */
  queue?: number
  /** JavaScript heap of a thread. */
  memoryMiB?: number
  /** A thread that had nothing to do for so long ends; the next job starts another. */
  idleMs?: number
}

/** A thread costs some 40 MB, and starting one some 100 ms. */
const defaultIdleMs = 5_000

/**
 * Runs jobs that would stall the process, or that read files of strangers, in threads of their own. A job that takes too
 * long, eats too much memory or crashes loses its thread, and its caller gets an error; every other job goes on.
 */
export class WorkPool<Jobs extends JobTable> {
  readonly #script: URL
  readonly #memoryMiB: number
  readonly #idleMs: number
  readonly #semaphore: Semaphore
  readonly #running = new Set<WorkThread>()
  /** The longest idle first, each with the timer that ends it. */
  readonly #idle = new Map<WorkThread, NodeJS.Timeout>()
  #isClosed = false

  /** The script is a module that calls `serveJobs` with these jobs. */
  constructor(script: URL, { threads, queue = 64, memoryMiB = 256, idleMs = defaultIdleMs }: PoolOptions = {}) {
    this.#script = script
    this.#memoryMiB = memoryMiB
    this.#idleMs = idleMs
    // At least two threads: one slow job must not hold up all others.
    this.#semaphore = new Semaphore(threads ?? Math.max(2, availableParallelism() - 1), queue)
  }

  async run<Name extends keyof Jobs & string>(
    name: Name,
    input: Parameters<Jobs[Name]>,
    options: RunOptions = {},
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> {
    await this.#semaphore.enter(options.signal)
    try {
      return (await this.#runInThread({ name, input }, options)) as Awaited<ReturnType<Jobs[Name]>>
    } finally {
      this.#semaphore.leave()
    }
  }

  /** Stops all threads. What waits or runs is refused as canceled. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#semaphore.empty()
    await Promise.all([...this.#idle.keys(), ...this.#running].map((thread) => thread.stop(canceled())))
  }

  async #runInThread(request: JobRequest, options: RunOptions): Promise<unknown> {
    if (this.#isClosed) throw canceled()
    const thread = this.#takeIdle() ?? new WorkThread(this.#script, this.#memoryMiB)
    this.#running.add(thread)
    try {
      return await thread.run(request, options)
    } finally {
      this.#running.delete(thread)
      if (thread.isAlive) this.#idle.set(thread, this.#endWhenIdle(thread))
    }
  }

  /** The one used last, so that those that are not needed stay idle and end. */
  #takeIdle(): WorkThread | undefined {
    for (const [thread, timer] of [...this.#idle].reverse()) {
      clearTimeout(timer)
      this.#idle.delete(thread)
      if (thread.isAlive) return thread
    }
    return undefined
  }

  #endWhenIdle(thread: WorkThread): NodeJS.Timeout {
    const end = () => {
      this.#idle.delete(thread)
      void thread.stop(canceled())
    }
    return setTimeout(end, this.#idleMs).unref()
  }
}
