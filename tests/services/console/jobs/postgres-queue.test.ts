import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#platform/database/open.ts'
import { postgresQueue } from '#services/console/jobs/postgres-queue.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'

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
