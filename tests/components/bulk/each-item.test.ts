import { afterEach, describe, expect, test, vi } from 'vitest'
import { eachItem, type Progress } from '#components/bulk/each-item.ts'
import { tooMany } from '#components/bulk/plan.ts'
import { Problem } from '#contract/problem.ts'

afterEach(() => vi.useRealTimers())

const limited = () => new Problem('TOO_MANY_REVEALS', undefined, { service: 'keys', retryAfterSeconds: 20 })

describe('a server that limits the rate', () => {
  test('is waited for as long as it says, and the same item is tried again', async () => {
    vi.useFakeTimers()
    const said: Progress[] = []
    const { signal } = new AbortController()
    let calls = 0
    const work = async () => {
      if (++calls === 1) throw limited()
      return 'exported'
    }
    const running = eachItem(['a'], { report: (_, outcome) => said.push(outcome), signal }, work)
    await vi.advanceTimersByTimeAsync(19_000)
    expect(said).toEqual(['working', 'waiting'])
    await vi.advanceTimersByTimeAsync(1_000)
    await running
    expect(said.at(-1)).toEqual({ done: true, text: 'exported' })
  })

  test('is not waited for once somebody has stopped', async () => {
    const said: Progress[] = []
    const stop = new AbortController()
    const report = (_: string, outcome: Progress) => {
      said.push(outcome)
      if (outcome === 'waiting') stop.abort()
    }
    await eachItem(['a', 'b'], { report, signal: stop.signal }, () => Promise.reject(limited()))
    expect(said).toEqual(['working', 'waiting', { done: false, text: limited().message }])
  })
})

test('so many items are worked on at once, and of an unknown number nothing', () => {
  expect(tooMany(500)).toBeUndefined()
  expect(tooMany(501)).toBe('Select at most 500.')
  expect(tooMany(undefined)).toBe('Select at most 500.')
})
