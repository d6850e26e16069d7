import { expect, test } from 'vitest'
import { maxRead, tooMany } from '#components/bulk/plan.ts'

test('as many are taken at once as a job has, but for what has to be read before', () => {
  expect([tooMany(501), tooMany(200_000)]).toEqual([undefined, undefined])
  expect(tooMany(200_001)).toBe('Select at most 200,000.')
  expect([tooMany(500, maxRead), tooMany(501, maxRead)]).toEqual([undefined, 'Select at most 500.'])
  // How many they are is not known.
  expect(tooMany(undefined)).toBe('Select at most 200,000.')
})
