// What several people ask for is counted once.
import { expect, test } from 'vitest'
import { shared } from '#services/console/trend/shared.ts'

test('requests within a minute share one count, later ones get a new count', async () => {
  let now = 1_000_000
  let counted = 0
  const ask = shared<number>(() => now)
  const count = () => Promise.resolve((counted += 1))
  expect(await Promise.all([ask('one', count), ask('one', count), ask('other', count)])).toEqual([1, 1, 2])
  now += 59_000
  expect(await ask('one', count)).toBe(1)
  now += 2000
  expect(await ask('one', count)).toBe(3)
})

test('a failure is not cached', async () => {
  const ask = shared<number>(() => 0)
  await expect(ask('one', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await ask('one', () => Promise.resolve(7))).toBe(7)
})
