import { afterEach, expect, test, vi } from 'vitest'
import { timeBudget } from '#crypto/keystore/time-budget.ts'
import { refusalOf } from '../refusal-of.ts'

afterEach(() => vi.useRealTimers())

test('a file that takes longer than its time is given up before the next step', () => {
  vi.useFakeTimers()
  const spend = timeBudget(1000)
  vi.advanceTimersByTime(1000)
  expect(spend()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(refusalOf(spend)).toMatchObject({ reason: 'too-costly', field: 'file' })
})
