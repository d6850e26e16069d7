// A job of as many items as a site has devices: how long its plan takes, its pages while it runs, and what it holds in memory.
import { availableParallelism, loadavg } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Job, plannedAtOnce } from '#contract/console/jobs.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { type JobWorld, startJobs } from './job-world.ts'

const count = 100_000
const pagesAsked = 40
/** The clock on the wall says something only where nothing else works. */
const isQuiet = (loadavg()[0] ?? 0) < availableParallelism()
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heapMb = () => {
  collect()
  return process.memoryUsage().heapUsed / 1024 ** 2
}
const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('a job of 100,000 items on $name', ({ name, skip }) => {
  let world: JobWorld
  beforeAll(async () => {
    if (skip) return
    const url = name === 'PostgreSQL' ? await (await startPostgres()).createDatabase('large_job') : undefined
    world = await startJobs(url ? { url } : {})
  })
  afterAll(() => world?.proxy.stop())

  test.skipIf(skip)(
    'is planned within five seconds, its pages come within 100 ms while it runs, and memory stays flat',
    async () => {
      const cookie = await world.proxy.signIn('writer')
      const subjects = Array.from({ length: count }, (_, at) => `device-${at}`)
      const before = heapMb()
      const began = performance.now()
      const cpu = process.cpuUsage()
      let job: number | undefined
      for (let at = 0; at < count; at += plannedAtOnce) {
        const items = subjects.slice(at, at + plannedAtOnce).map((subject) => ({ subject, label: `Till ${subject}` }))
        const order = { endpoint: 'mdm.sendCommands', title: 'Scan', input: { action_name: 'scan' }, items }
        job = (await world.call<Job>('console.planJob', { ...order, ...(job !== undefined && { job }) }, cookie)).id
      }
      const planMs = performance.now() - began
      const { user, system } = process.cpuUsage(cpu)
      await world.call('console.startJob', { job }, cookie)
      const times: number[] = []
      for (let page = 0; page < pagesAsked; page += 1) {
        const asked = performance.now()
        await world.call('console.listJobItems', { job, limit: 200, page: (page * 37) % (count / 200) }, cookie)
        times.push(performance.now() - asked)
      }
      const { counts } = await world.read(job ?? 0, cookie)
      const grownMb = heapMb() - before
      console.info(
        `${name}: plan ${Math.round(planMs)} ms (${Math.round((user + system) / 1000)} ms of this process), ` +
          `pages ${Math.round(median(times))} ms (slowest ${Math.round(Math.max(...times))} ms) while ${counts.waiting} wait, heap +${Math.round(grownMb)} MB`,
      )
      expect(counts.waiting).toBeGreaterThan(0)
      expect((user + system) / 1000).toBeLessThan(5000)
      // Ten times what a quiet machine needs.
      expect(planMs).toBeLessThan(50_000)
      expect(median(times)).toBeLessThan(500)
      if (isQuiet) {
        expect(planMs).toBeLessThan(5000)
        expect(median(times)).toBeLessThan(100)
      }
      expect(grownMb).toBeLessThan(60)
      await world.call('console.stopJob', { job }, cookie)
    },
    600_000,
  )
})
