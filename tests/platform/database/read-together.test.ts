import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readTogether } from '#platform/database/read-together.ts'

test('keys that are asked for in one turn are read once, and each turn reads anew', async () => {
  const reads: string[][] = []
  const find = readTogether((keys) => {
    reads.push([...keys])
    return Promise.resolve(new Map(keys.map((key) => [key, `${key}${reads.length}`])))
  })
  expect(await Promise.all([find('a'), find('b'), find('a')])).toEqual(['a1', 'b1', 'a1'])
  expect(await find('a')).toBe('a2')
  expect(reads).toEqual([['a', 'b'], ['a']])
})

test('who comes while rows are read waits for a later read, which sees what has changed since', async () => {
  let row: string | undefined = 'there'
  const { promise: delay, resolve: go } = Promise.withResolvers<void>()
  let reads = 0
  const find = readTogether(async (keys) => {
    const seen = new Map(row === undefined ? [] : keys.map((key) => [key, row]))
    if ((reads += 1) === 1) await delay
    return seen
  })
  const early = find('a')
  await nextTurn()
  row = undefined
  const late = find('a')
  go()
  expect([await early, await late]).toEqual(['there', undefined])
})

test('a read that fails is told to all who wait for it, and to nobody else', async () => {
  let fails = true
  const find = readTogether((keys) =>
    fails ? Promise.reject(new Error('gone')) : Promise.resolve(new Map(keys.map((key) => [key, 1]))),
  )
  const both = await Promise.allSettled([find('a'), find('b')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await find('a')).toBe(1)
})
