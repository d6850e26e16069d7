import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/open.ts'
import { inTurn, type LeaseTables, runInOne } from '#platform/lease.ts'
import { hasEnded, thisProcess } from '#platform/this-process.ts'
import { migrations } from '#services/migrations.ts'

let folder: string
const opened: Database[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-lease-'))
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
  await rm(folder, { recursive: true, force: true })
})

/** As another process has it: a connection of its own. */
async function open() {
  const database = await openDatabase({ folder, migrations })
  opened.push(database)
  return database.db.$extendTables<LeaseTables>()
}
const silent = () => undefined

test('of three that want the same, one works at a time', async () => {
  const databases = [await open(), await open(), await open()]
  let [now, max] = [0, 0]
  const work = async () => {
    max = Math.max(max, (now += 1))
    await delay(20)
    now -= 1
  }
  await Promise.all(databases.map((db) => inTurn(db, 'start', work)))
  expect(max).toBe(1)
})

test('work that fails lets the next one in', async () => {
  const [one, two] = [await open(), await open()]
  const failing = inTurn(one, 'start', () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(await inTurn(two, 'start', () => Promise.resolve('done'))).toBe('done')
})

test('it runs in one; the other takes over as soon as that stops', async () => {
  const [one, two] = [await open(), await open()]
  const seen: string[] = []
  const worker = (name: string) => () => {
    seen.push(`${name} starts`)
    return Promise.resolve(async () => {
      await delay(10)
      seen.push(`${name} stops`)
    })
  }
  const stopOne = await runInOne(one, 'lab', silent, worker('one'))
  const stopTwo = await runInOne(two, 'lab', silent, worker('two'))
  expect(seen).toEqual(['one starts'])
  await stopOne()
  await expect.poll(() => seen).toEqual(['one starts', 'one stops', 'two starts'])
  await stopTwo()
  expect(seen.at(-1)).toBe('two stops')
})

test('one that has died on this machine is followed at once, one that is not heard of any more after seconds', async () => {
  const db = await open()
  const died = thisProcess.replace(/ \d+ \d+$/, ' 999999999 1')
  expect([hasEnded(thisProcess), hasEnded(died), hasEnded('elsewhere 1 1')]).toEqual([false, true, false])
  const begin = performance.now()
  for (const [name, holder] of Object.entries({ here: died, away: 'elsewhere 1 1' })) {
    await db.insertInto('lease').values({ name, holder, renewed: 7 }).execute()
  }
  await inTurn(db, 'here', () => Promise.resolve())
  const here = performance.now() - begin
  await inTurn(db, 'away', () => Promise.resolve())
  expect(here).toBeLessThan(performance.now() - begin - 5000)
}, 120_000)
