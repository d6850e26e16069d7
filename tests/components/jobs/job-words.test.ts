import { expect, test } from 'vitest'
import { paceText } from '#components/jobs/job-words.ts'
import { jobOf } from '../../pages/jobs/job-records.ts'

const minute = 60_000
const now = Date.UTC(2026, 2, 3, 9)
const of = (
  elapsedMs: number,
  left: number,
  counts = { done: 900, waiting: 100 },
  state: 'running' | 'paused' = 'running',
) => paceText(jobOf({ state, counts, run: { at: now - elapsedMs, left } }), now)

test('the rate of a job is that of its current run, whatever was done before a pause', () => {
  expect(of(2 * minute, 200)).toBe('About 50 per minute; at this rate all are sent in about 2 minutes.')
  expect(of(20 * minute, 101)).toBe('Less than one per minute; at this rate all are sent in about 33 hours.')
})

test('nothing is estimated without progress, in the first seconds, or while it does not run', () => {
  expect([of(minute, 100), of(9000, 200), of(minute, 200, undefined, 'paused')]).toEqual(['', '', ''])
  expect(of(minute, 200, { done: 1000, waiting: 0 })).toBe('')
  expect(paceText(jobOf({ counts: { done: 5, waiting: 5 } }), now)).toBe('')
})
