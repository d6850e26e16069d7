import { expect, test } from 'vitest'
import { waitText } from '#pages/sign-in/refusal.ts'

test.each([
  [1, '1 s'],
  [59, '59 s'],
  [60, '1:00 min'],
  [905, '15:05 min'],
])('a wait of %i seconds reads %j', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})
