import { setImmediate as nextTurn } from 'node:timers/promises'
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/database/open.ts'
import { fleetStore } from '#services/console/fleet/fleet-store.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'
import { scratchFolder } from '../../../support/scratch.ts'

test('other requests get their turn while a page of the list is stored', async () => {
  const folder = await scratchFolder()
  const { db, close } = await openDatabase({ folder, migrations: consoleMigrations }).then((opened) => ({
    db: opened.db.$extendTables<ConsoleTables>(),
    close: () => opened.close(),
  }))
  const rows = Array.from({ length: 200 }, (_, at) => deviceAt(at, Date.now()).record)
  const begun = process.cpuUsage()
  let [last, longest] = [process.cpuUsage(), 0]
  const stop = new AbortController()
  const turns = async () => {
    while (!stop.signal.aborted) {
      await nextTurn()
      const { user, system } = process.cpuUsage(last)
      longest = Math.max(longest, user + system)
      last = process.cpuUsage()
    }
  }
  const store = fleetStore(db)
  const taken = store.takeRows('here', rows, { walk: 1, isDelta: false, at: 1 })
  await Promise.all([turns(), taken.finally(() => stop.abort())])
  const { user, system } = process.cpuUsage(begun)
  expect((await store.counts('here', 0)).devices).toBe(200)
  expect(longest / (user + system), 'share of the longest turn').toBeLessThan(0.5)
  await close()
  await rm(folder, { recursive: true })
})
