import { parentPort } from 'node:worker_threads'
import { Refusal } from '#crypto/refusal.ts'
import type { JobAnswer, JobRequest, JobTable } from './message.ts'

/** Worker side of the pool: runs jobs sequentially. */
export function serveJobs(jobs: JobTable): void {
  parentPort?.on('message', (request: JobRequest) => {
    void answer(jobs, request).then((message) => parentPort?.postMessage(message, []))
  })
}

async function answer(jobs: JobTable, { name, input }: JobRequest): Promise<JobAnswer> {
  try {
    return { kind: 'done', output: await jobs[name]?.(...input) }
  } catch (error) {
    if (error instanceof Refusal) {
      const { reason, message, field } = error
      return { kind: 'refused', reason, message, field }
    }
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { kind: 'failed', message, stack }
  }
}
