import { useState } from 'react'
import { columnsOf } from '#components/lists/Columns.tsx'
import { platformOf } from '#pages/devices/device-facts.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import classes from './Bulk.module.css'
import { passing, previewFilters, type PreviewFilter, type PreviewRow, verdictText } from './preview.ts'
import type { Verdict } from '#contract/mdm/actions/verdict.ts'

const labels: Record<PreviewFilter, string> = {
  all: 'All',
  can: 'Eligible',
  unknown: 'Unknown',
  cannot: 'Not eligible',
}
const tones: Record<Verdict['is'], Tone> = { can: 'ok', unknown: 'warn', cannot: 'muted' }

type Props = { rows: readonly PreviewRow[]; evenThose: boolean; onEvenThose: (even: boolean) => void }

/** Included and excluded devices with reasons, and those that only the server can check. */
export function BulkPreview({ rows, evenThose, onEvenThose }: Props) {
  const [filter, setFilter] = useState<PreviewFilter>('all')
  const counted = previewFilters.map((value) => ({ value, label: labels[value], count: passing(rows, value).length }))
  return (
    <Stack gap="sm">
      <div className={classes.controls}>
        <FilterTabs label="Show" value={filter} options={counted} onChange={setFilter} />
        {passing(rows, 'cannot').length > 0 && (
          <CheckboxField
            name="even-those"
            label="Also send to devices that are not eligible. The server decides."
            checked={evenThose}
            onChange={({ currentTarget }) => onEvenThose(currentTarget.checked)}
          />
        )}
      </div>
      <DataTable
        caption="Devices"
        rows={passing(rows, filter)}
        columns={columns}
        rowId={({ id }) => id}
        empty={<Empty title={`No devices are “${labels[filter]}”`} />}
      />
    </Stack>
  )
}

const { text } = columnsOf<PreviewRow>({ sortable: true })

const columns = [
  text('name', 'Device', ({ name }) => name, { width: '26%', priority: 1 }),
  text('user', 'User', ({ user }) => user, { width: '18%', priority: 2 }),
  text('platform', 'Platform', ({ facts }) => platformOf(facts), { width: '14%', priority: 2, sortable: false }),
  text('verdict', 'Eligible', ({ verdict }) => `${labels[verdict.is]} ${verdictText(verdict)}`, {
    width: '42%',
    priority: 1,
    cell: ({ verdict }) => (
      <>
        <StatusBadge tone={tones[verdict.is]}>{labels[verdict.is]}</StatusBadge>
        <div className={classes.aside}>{verdictText(verdict)}</div>
      </>
    ),
  }),
]
