// The first start makes demo data, and gives back the memory that making them took.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { startServer } from '../support/server.ts'

const maxMegabytes = 300

test('after a first demo start the server holds at most 300 MB, with all demo data made', async () => {
  const { folder, pid, stop } = await startServer()
  const database = new DatabaseSync(join(folder, 'triptych.db'), { readOnly: true })
  const count = (what: string) => Number(database.prepare(`select count(*) as found from ${what}`).get()?.found)
  // The look around comes last.
  await expect.poll(() => count("key_certificate where source = 'discovered'"), { timeout: 150_000 }).toBeGreaterThan(0)
  // What was found is looked at for weaknesses, although the process that made the data ends.
  await expect.poll(() => count('key_host_weakness'), { timeout: 60_000 }).toBeGreaterThan(3)
  expect(count('desktop')).toBe(400)
  // Devices are enrolled while the demo runs.
  expect(count('device')).toBeGreaterThanOrEqual(2000)
  expect(count('device')).toBeLessThan(2020)
  expect(count('key_ssh_key')).toBeGreaterThan(0)
  const megabytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
  expect(megabytes).toBeLessThan(maxMegabytes)
  database.close()
  await stop()
}, 240_000)
