import { expect, test } from 'vitest'
import { readTime } from '#contract/fleet/query-time.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { columnValues } from '#services/console/fleet/indexed-record.ts'
import { differences } from '#services/console/fleet/seen-changes.ts'
import { deviceLayout } from '#services/console/fleet/layout.ts'
import { textOf } from '#ui/table/column.ts'

test.each(['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Kiritimati'])(
  'index, query, recorded change and exported list agree on a day without a time in %s',
  (zone) => {
    const { TZ } = process.env
    process.env.TZ = zone
    try {
      const day = readTime('2027-03-28')
      const from = day && 'fromMs' in day ? day.fromMs : undefined
      const after = columnValues({ device_id: '1', warranty_expiration_date: '2027-03-28' })
      expect(after.warranty_expiration_date).toBe(from)
      const before = columnValues({ device_id: '1', warranty_expiration_date: '2027-03-27' })
      expect(differences(deviceLayout, before, after)).toEqual([
        { field: 'warranty_expiration_date', before: '2027-03-27T00:00:00.000Z', after: '2027-03-28T00:00:00.000Z' },
      ])
      const column = columnsOf<string>().time('day', 'Day', (raw) => raw)
      expect(textOf(column, '2027-03-28')).toBe('2027-03-28T00:00:00.000Z')
    } finally {
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    }
  },
)
