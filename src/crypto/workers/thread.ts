import { Worker } from 'node:worker_threads'
import { Refusal } from '#crypto/refusal.ts'
import type { JobAnswer, JobRequest } from './message.ts'
import { canceled } from './semaphore.ts'

export interface RunOptions {
  /** CPU time limit. On a busy machine, the job may take up to three times as long in elapsed time. */
  deadlineMs?: number | undefined
  signal?: AbortSignal | undefined
}

const defaultDeadlineMs = 10_000
/** Factor for the limit in elapsed time, which covers a busy machine and native code. */
const longestByDeadline = 3
const checkAgainMs = 50

/** A worker thread that runs one job at a time. A job that is stopped or crashes ends the thread. */
export class WorkThread {
  readonly #worker: Worker
  #job: PromiseWithResolvers<JobAnswer> | undefined
  #isAlive = true

  constructor(script: URL, memoryMiB: number) {
    this.#worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memoryMiB, stackSizeMb: 4 } })
      .on('message', (message: object) => isAnswer(message) && this.#job?.resolve(message))
      .on('error', (error: NodeJS.ErrnoException) => void this.stop(reasonOf(error)))
      .on('exit', () => void this.stop(new Error('The worker thread ended before its job')))
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  async run(request: JobRequest, { deadlineMs = defaultDeadlineMs, signal }: RunOptions): Promise<unknown> {
    if (signal?.aborted) throw canceled()
    const job = Promise.withResolvers<JobAnswer>()
    const unwatch = this.#stopAtDeadline(deadlineMs)
    const cancel = () => void this.stop(canceled())
    signal?.addEventListener('abort', cancel)
    this.#job = job
    this.#worker.ref()
    try {
      this.#worker.postMessage(request, [])
      return outputOf(await job.promise)
    } finally {
      unwatch()
      signal?.removeEventListener('abort', cancel)
      this.#job = undefined
      this.#worker.unref() // an idle thread keeps no process alive
    }
  }

  /** Measured in CPU time, so that a busy machine does not cause timeouts. */
  #stopAtDeadline(deadlineMs: number): () => void {
    const stop = (afterMs: number) => void this.stop(tooSlow(afterMs))
    const usedBefore = this.#processorMs()
    let isWatching = true
    const check = async () => {
      const leftMs = deadlineMs - ((await this.#processorMs()) - (await usedBefore))
      if (!isWatching) return
      if (leftMs <= 0) stop(deadlineMs)
      else timer = setTimeout(() => void check(), Math.max(leftMs, checkAgainMs))
    }
    let timer = setTimeout(() => void check(), deadlineMs)
    const longestMs = longestByDeadline * deadlineMs
    const longest = setTimeout(stop, longestMs, longestMs)
    return () => {
      isWatching = false
      clearTimeout(timer)
      clearTimeout(longest)
    }
  }

  /** CPU time of the thread; zero before it starts. During native code, the response is delayed until it returns. */
  async #processorMs(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
    return (user + system) / 1000
  }

  /** Rejects the job at once, although native code may delay the end of the thread. */
  async stop(reason: Error): Promise<void> {
    this.#isAlive = false
    this.#job?.reject(reason)
    await this.#worker.terminate()
  }
}

/** Under `node --watch`, Node sends module names through the same port. */
const isAnswer = (message: object): message is JobAnswer => 'kind' in message

function outputOf(answer: JobAnswer): unknown {
  if (answer.kind === 'done') return answer.output
  if (answer.kind === 'refused') throw new Refusal(answer.reason, answer.message, answer.field)
  throw Object.assign(new Error(answer.message), { stack: answer.stack })
}

const tooSlow = (deadlineMs: number) =>
  new Refusal('too-slow', `Stopped after ${deadlineMs / 1000} seconds without a result`)

const reasonOf = (error: NodeJS.ErrnoException) =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Refusal('too-costly', 'Stopped because it needs more memory than is allowed', 'file')
    : error
