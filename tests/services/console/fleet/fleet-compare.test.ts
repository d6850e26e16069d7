// Which apps and profiles of a device and a group are told where there are too many.
import { expect, test } from 'vitest'
import { limitedEntries } from '#services/console/fleet/fleet-compare.ts'

test('values of this device alone are listed, and the rarest of the others are omitted and counted', () => {
  const entry = (name: string, count: number, own = false) => ({ list: 'app', name, own, count })
  const entries = [entry('rare', 1), entry('common', 9), entry('only here', 0, true), entry('usual', 5)]
  expect(limitedEntries(entries, 2)).toEqual({
    entries: [entry('common', 9), entry('usual', 5), entry('only here', 0, true)],
    left: 1,
  })
  expect(limitedEntries(entries, 3)).not.toHaveProperty('left')
})
