import { expect, test } from 'vitest'
import { hasReadableOptions, hasSource, limitsOf } from '#services/keys/ssh/proof/line-limits.ts'
import { longestStall } from '../../../../crypto/longest-stall.ts'

const now = Date.UTC(2026, 10, 28)

test('options that are too long are not read, and said to be', async () => {
  const long = { options: `${'a-b,'.repeat(2_000_000)}expiry-time="20200101"` }
  expect(hasReadableOptions(long)).toBe(false)
  const stall = await longestStall(async () => {
    await Promise.resolve()
    expect(limitsOf(long, now)).toEqual({
      refuses: [],
      limits: ['its options are longer than 16 KiB, which is not read'],
    })
    expect(hasSource(long)).toBe(false)
  })
  expect(stall).toBeLessThan(100)
  const usual = { options: 'from="10.0.0.0/8",expiry-time="20200101Z"' }
  expect(limitsOf(usual, now).refuses).toEqual(['the line expired at 2020-01-01 00:00 UTC (expiry-time)'])
  expect([hasReadableOptions(usual), hasSource(usual)]).toEqual([true, true])
})
