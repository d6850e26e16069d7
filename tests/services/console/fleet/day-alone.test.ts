import { expect, test } from 'vitest'
import { readTime } from '#contract/fleet/query-time.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { valueText } from '#components/fleet/value-words.ts'
import { shown } from '#services/console/fleet/pages/rows-of.ts'
import { columnValues } from '#services/console/fleet/indexed-record.ts'
import { differences } from '#services/console/fleet/seen-changes.ts'
import { deviceLayout, type FleetColumn } from '#services/console/fleet/layout.ts'
import { textOf } from '#ui/table/column.ts'
import { absoluteTime } from '#ui/values/moment.ts'

const warranty = deviceLayout.columns.get('warranty_expiration_date') as FleetColumn

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
        { field: 'warranty_expiration_date', before: '2027-03-27', after: '2027-03-28' },
      ])
      const answered = shown(warranty, after.warranty_expiration_date ?? null)
      expect(answered).toBe('2027-03-28')
      expect(valueText(warranty.field, answered)).toBe(absoluteTime(new Date(2027, 2, 28)))
      const column = columnsOf<string>().time('day', 'Day', (raw) => raw)
      expect(textOf(column, '2027-03-28')).toBe('2027-03-28T00:00:00.000Z')
    } finally {
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    }
  },
)

test.each(['2027-03-28T00:00:00Z', 1_806_192_000_000, '28 Mar 2027 00:00:00 GMT'])(
  'midnight is returned as that time: %s',
  (value) => {
    const kept = columnValues({ device_id: '1', warranty_expiration_date: value }).warranty_expiration_date ?? null
    expect(shown(warranty, kept)).toBe(1_806_192_000_000)
    // As an index kept it before the two were told apart.
    expect(
      differences(deviceLayout, { warranty_expiration_date: 1_806_192_000_000 }, { warranty_expiration_date: kept }),
    ).toEqual([])
  },
)
