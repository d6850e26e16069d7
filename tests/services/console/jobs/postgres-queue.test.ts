import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#platform/database/open.ts'
import { postgresQueue } from '#services/console/jobs/postgres-queue.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { devices, startJobs } from './job-world.ts'

test.skipIf(noPostgres)('a turn is taken in time by a process whose clock is ahead of the database', async () => {
  const url = await (await startPostgres()).createDatabase('queue')
  const database = await openDatabase({ url, folder: '', migrations: {} })
  onTestFinished(() => database.close())
  const now = Date.now.bind(Date)
  const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000)
  onTestFinished(() => ahead.mockRestore())
  const turns: number[] = []
  const take = (job: number) => Promise.resolve(turns.push(job) < 3 ? 200 : undefined)
  const queue = await postgresQueue(database.db, take, () => undefined)
  onTestFinished(() => queue.close())
  await queue.enqueue(7)
  await expect.poll(() => turns, { timeout: 60_000 }).toEqual([7, 7, 7])
})

test.skipIf(noPostgres)('PostgreSQL counts the items of a large job as it starts', async () => {
  const world = await startJobs({ url: await (await startPostgres()).createDatabase('counted') })
  onTestFinished(() => world.proxy.stop())
  const cookie = await world.proxy.signIn('writer')
  let job: number | undefined
  for (const part of [0, 1, 2]) {
    const items = devices(2000).map((device) => ({ subject: `${part} ${device}`, label: device }))
    job = (await world.plan(cookie, 0, { items, ...(job !== undefined && { job }) })).id
  }
  await world.call('console.startJob', { job }, cookie)
  const counted = async () =>
    (
      await sql<{ rows: number }>`select reltuples::integer as rows from pg_class
      where oid = 'console_job_item'::regclass`.execute(world.proxy.tables)
    ).rows[0]?.rows
  await expect.poll(counted, { timeout: 30_000 }).toBe(6000)
  await world.call('console.stopJob', { job }, cookie)
})
