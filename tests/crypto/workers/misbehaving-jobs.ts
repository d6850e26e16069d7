import { parentPort } from 'node:worker_threads'
import { serveJobs } from '#crypto/workers/serve-jobs.ts'

const jobs = {
  echo: (value: unknown) => value,
  workerNumber: () => process.pid + started,
  hang: () => {
    for (;;) started += 1
  },
  waitForEver: () => new Promise<never>(() => undefined),
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
