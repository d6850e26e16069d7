import { expect, test } from 'vitest'
import { disksOf, sizeText } from '#pages/desktops/computer/disks.ts'

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  ['549755813888', '512 GB'],
  [15_360 * 1024 ** 3, '15 TB'],
  ['512 GB', '512 GB'],
  ['--', ''],
  [undefined, ''],
  [-1, '-1'],
])('%s is said as “%s”', (value, text) => expect(sizeText(value)).toBe(text))

test('each disk says how full it is', () => {
  const disks = [{ disk_name: 'C:', file_system: 'NTFS', total_size: '1000', free_size: 250 }]
  expect(disksOf({ disks })).toEqual([
    {
      name: 'C:',
      system: 'NTFS',
      percentUsed: 75,
      size: '250 B free of 1,000 B',
      text: '250 B free of 1,000 B, 75 % used',
    },
  ])
})

test('what cannot be drawn is written: no size, a unit, or more free than there is', () => {
  const disks = [
    { disk_name: '--', total_size: 10, free_size: 20 },
    { disk_name: 'D:', total_size: '--', free_size: '3 GB' },
  ]
  expect(disksOf({ disks })).toEqual([
    { name: 'Disk', system: '', text: '10 B, 20 B free' },
    { name: 'D:', system: '', text: 'Size unknown, 3 GB free' },
  ])
})

test('where no single disks are named, all of them stand together; nothing known is no disk', () => {
  expect(disksOf({ total_size: 2048, percent_used: 40 })).toEqual([
    { name: 'All disks', system: '', percentUsed: 40, size: '2 KB', text: '2 KB, 40 % used' },
  ])
  expect(disksOf({ percent_used: 140 })).toEqual([])
  expect(disksOf(undefined)).toEqual([])
})
