// Two processes with schedules on one database, whose clock a test sets, before a device server that writes down what it is asked.
import { expect } from 'vitest'
import type { Job } from '#contract/console/jobs.ts'
import type { Schedule, ScheduleRule, ScheduleRun } from '#contract/console/schedules.ts'
import { startProxy } from '../../../support/proxy.ts'
import { pace, startJobs } from '../jobs/job-world.ts'

const patience = { timeout: 60_000, interval: 50 }
const atStart = Date.parse('2027-03-01T12:00Z')
type Options = Parameters<typeof startProxy>[0]
export type ScheduleWorld = Awaited<ReturnType<typeof startSchedules>>

export async function startSchedules(url?: string, more: Pick<NonNullable<Options>, 'backUp'> = {}) {
  let now = atStart
  const options = { ...more, ...(url && { url }), scheduleClock: { clock: () => now, lookMs: 50, failedMs: 50 } }
  const world = await startJobs(options)
  const other = await startProxy({ ownToken: true, jobPace: pace, ...options, beside: world.proxy })
  const { call } = world

  const runsOf = async (schedule: number, cookie: string) =>
    (await call<{ rows: ScheduleRun[] }>('console.listScheduleRuns', { schedule }, cookie)).rows
  const read = (schedule: number, cookie: string) =>
    call<Schedule & { upcoming: number[] }>('console.readSchedule', { schedule }, cookie)
  return {
    ...world,
    other,
    setTime: (at: string | number) => (now = typeof at === 'number' ? at : Date.parse(at)),
    /** Of a command for so many devices. */
    create: async (cookie: string, rule: ScheduleRule, more: object = {}, count = 3, planned: object = {}) => {
      const { id: job } = await world.plan(cookie, count, planned)
      const timing = { rule, zone: 'Europe/Berlin', missed: 'once' }
      const input = { job, title: 'Scan tills', target: 'items', ...timing, ...more }
      return call<Schedule>('console.createSchedule', input, cookie)
    },
    readSchedule: read,
    runsOf,
    untilRuns: (schedule: number, cookie: string, wanted: object[]) =>
      expect.poll(() => runsOf(schedule, cookie), patience).toMatchObject(wanted),
    untilSchedule: (schedule: number, cookie: string, wanted: object) =>
      expect.poll(() => read(schedule, cookie), patience).toMatchObject(wanted),
    jobsOf: async (cookie: string) => (await call<{ rows: Job[] }>('console.listJobs', { limit: 200 }, cookie)).rows,
    stop: async () => {
      await other.stop()
      await world.proxy.stop()
    },
  }
}
