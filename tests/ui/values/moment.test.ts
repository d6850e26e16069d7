import { expect, test } from 'vitest'
import { relativeTime } from '#ui/values/moment.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now)

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [23 * 3600, '23 hours ago'],
  [24 * 3600, 'yesterday'],
  [6.9 * 86_400, '6 days ago'],
  [7 * 86_400, 'last week'],
  [60 * 86_400, 'last month'],
  [800 * 86_400, '2 years ago'],
  [-90, 'in 1 minute'],
  [-3 * 86_400, 'in 3 days'],
])('%d seconds before now reads %j', (seconds, text) => {
  expect(ago(seconds)).toBe(text)
})
