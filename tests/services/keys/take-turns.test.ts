import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { withLock } from '#services/keys/with-lock.ts'
import { type KeyWorld, startKeyWorld } from './key-world.ts'

let world: KeyWorld
beforeAll(async () => {
  world = await startKeyWorld()
})
afterAll(() => world.stop())
afterEach(() => vi.useRealTimers())

const held = (name: string) => world.parts.db.selectFrom('key_turn').selectAll().where('name', '=', name).execute()

test('work on one subject runs in turn, on others beside it, and leaves nothing behind', async () => {
  const running: string[] = []
  const seen: string[][] = []
  const work = (subject: string) => () => {
    running.push(subject)
    seen.push([...running])
    return new Promise<void>((resolve) => {
      setTimeout(() => {
        running.splice(running.indexOf(subject), 1)
        resolve()
      }, 20)
    })
  }
  const { db } = world.parts
  await Promise.all(['a', 'a', 'a', 'b'].map((subject) => withLock(db, subject, work(subject))))
  expect(seen.every((subjects) => new Set(subjects).size === subjects.length)).toBe(true)
  expect(seen).toContainEqual(['a', 'b'])
  await expect(withLock(db, 'a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await held('a')).toEqual([])
})

test('who died in its turn holds nobody up for longer than half a minute', async () => {
  const { db } = world.parts
  vi.useFakeTimers({ toFake: ['Date'] })
  const turn = { name: 'a host', holder: 'somebody who died', held_until: Date.now() + 30_000 }
  await db.insertInto('key_turn').values(turn).execute()
  let isDone = false
  const waiting = withLock(db, 'a host', async () => {
    isDone = (await held('a host')).every(({ holder }) => holder !== turn.holder)
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(isDone).toBe(false)
  vi.setSystemTime(Date.now() + 30_001)
  await waiting
  expect(isDone).toBe(true)
})
