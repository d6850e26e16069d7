import { expect, test } from 'vitest'
import { columnValues } from '#services/console/fleet/indexed-record.ts'

test.each([
  [9.97, 100, 9.9],
  [10, 100, 10],
  [5.7, 57, 10],
  [64, 64, 100],
  [0, 64, 0],
  [65, 64, null],
  [-1, 64, null],
  [1, 0, null],
  ['--', 64, null],
])('%s free of %s is a free share of %s', (available_device_capacity, device_capacity, free) => {
  const record = { device_id: '1', available_device_capacity, device_capacity } as Parameters<typeof columnValues>[0]
  expect(columnValues(record).disk_free).toBe(free)
})
