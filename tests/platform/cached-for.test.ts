import { afterEach, expect, test, vi } from 'vitest'
import { cachedFor } from '#platform/cached-for.ts'

afterEach(() => vi.useRealTimers())
const at = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now })

test('what was made of the same two texts is kept for a time, and no longer', () => {
  const made: string[] = []
  const make = cachedFor(1000, (text: string, owner: string) => {
    made.push(`${text} of ${owner}`)
    return { text }
  })
  at(10_000)
  const first = make('a', 'x')
  expect(make('a', 'x')).toBe(first)
  expect(make('a', 'y')).not.toBe(first)
  expect(make('b', 'x')).toEqual({ text: 'b' })
  expect(make('a', 'x')).toEqual({ text: 'a' })
  expect(made).toEqual(['a of x', 'a of y', 'b of x', 'a of x'])
  at(11_000)
  make('a', 'x')
  expect(made).toHaveLength(5)
  at(9_000) // a clock that was set back keeps nothing for longer
  make('a', 'x')
  expect(made).toHaveLength(6)
})

test('what cannot be made is kept by nobody', () => {
  const make = cachedFor(1000, (text: string): string => {
    throw new Error(text)
  })
  expect(() => make('a', 'x')).toThrow('a')
  expect(() => make('a', 'x')).toThrow('a')
})
