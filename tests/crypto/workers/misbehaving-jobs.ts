import { setTimeout as delay } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { serveJobs } from '#crypto/workers/serve-jobs.ts'

const jobs = {
  echo: (value: unknown) => value,
  workerNumber: () => process.pid + started,
  hang: () => {
    for (;;) started += 1
  },
  waitForEver: () => new Promise<never>(() => undefined),
  /** Waits without using the processor, like a thread that other work keeps from running. */
  delayed: async (ms: number) => {
    await delay(ms)
    return 'done'
  },
  busyFor: (processorMs: number) => {
    const before = process.threadCpuUsage()
    const usedMs = ({ user, system } = process.threadCpuUsage(before)) => (user + system) / 1000
    while (usedMs() < processorMs) started += 1
    return 'done'
  },
  eatMemory: () => {
    const hoard: number[][] = []
    for (;;) hoard.push(Array.from({ length: 1e5 }, Math.random))
  },
  recurse: (): number => 1 + jobs.recurse(),
  exit: () => process.exit(1),
  crashLater: () => {
    setTimeout(() => {
      throw new Error('Nobody catches this')
    })
    return new Promise<never>(() => undefined)
  },
  fail: () => {
    throw new TypeError('A mistake of ours')
  },
  chatter: () => {
    parentPort?.postMessage({ 'watch:import': ['file:///module.ts'] }, [])
    return 'the answer'
  },
  answerAFunction: () => () => 1,
}

export type MisbehavingJobs = typeof jobs

let started = Math.random()

serveJobs(jobs)
