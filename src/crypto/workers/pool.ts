import { availableParallelism } from 'node:os'
import type { JobRequest, JobTable } from './message.ts'
import { canceled, Semaphore } from './semaphore.ts'
import { type RunOptions, WorkThread } from './thread.ts'

export interface PoolOptions {
  /** Maximum number of concurrent jobs. */
  threads?: number
  /** Maximum number of waiting jobs; more are rejected as busy. */
  queue?: number
  /** Heap limit of a thread. */
  memoryMiB?: number
  /** Idle threads are stopped after this time. */
  idleMs?: number
}

/** A thread takes some 40 MB, and some 100 ms to start. */
const defaultIdleMs = 5_000

/**
 * Runs jobs that would block the event loop or that parse untrusted files in worker threads. A job that exceeds its
 * time or memory, or crashes, ends its thread and fails; other jobs are not affected.
 */
export class WorkPool<Jobs extends JobTable> {
  readonly #script: URL
  readonly #memoryMiB: number
  readonly #idleMs: number
  readonly #semaphore: Semaphore
  readonly #running = new Set<WorkThread>()
  /** Longest idle first, each with its stop timer. */
  readonly #idle = new Map<WorkThread, NodeJS.Timeout>()
  #isClosed = false

  /** `script` is a module that calls `serveJobs` with these jobs. */
  constructor(script: URL, { threads, queue = 64, memoryMiB = 256, idleMs = defaultIdleMs }: PoolOptions = {}) {
    this.#script = script
    this.#memoryMiB = memoryMiB
    this.#idleMs = idleMs
    // At least two threads, so that one slow job does not block the others.
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

  /** Stops all threads. Waiting and running jobs are rejected as canceled. */
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

  /** Takes the most recently used thread, so that unneeded ones stay idle and are stopped. */
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
