import { useState } from 'react'
import { columnsOf } from '#components/lists/Columns.tsx'
import { csvText } from '#contract/csv.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Group } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { type Found, foundRows, isShown, type Show, shows } from './found-certificates.ts'
import type { Outcome, Run } from './run.ts'

const outcomes: Record<Outcome, { tone: Tone; label: string }> = {
  found: { tone: 'ok', label: 'Certificate' },
  nothing: { tone: 'muted', label: 'No certificate' },
  'not asked': { tone: 'warn', label: 'Not checked' },
  waiting: { tone: 'info', label: 'Waiting' },
}
const showLabels: Record<Show, string> = {
  all: 'All hosts',
  new: 'New in inventory',
  attention: 'Expired, expiring or weak',
  without: 'Without a certificate',
}

/** What each host answered, and how the certificate that it showed stands. */
export function ResultTable({ run, certificates }: { run: Run; certificates: readonly InventoryRow[] }) {
  const [show, setShow] = useState<Show>('all')
  const [now] = useState(() => Date.now())
  const rows = foundRows(run, certificates, now)
  const tabs = shows.map((value) => ({
    value,
    label: showLabels[value],
    count: rows.filter((row) => isShown(row, value)).length,
  }))
  return (
    <DataTable
      filterBar={<FilterTabs label="Show" options={tabs} value={show} onChange={setShow} />}
      caption="Hosts"
      rows={rows.filter((row) => isShown(row, show))}
      columns={columns}
      rowId={({ id }) => id}
      storageKey="discovery"
      csv={{ name: 'discovery', write: csvText }}
      empty={<Empty title="No hosts in this group" />}
    />
  )
}

const { text, badge, number } = columnsOf<Found>()
const main = { sortable: true, filter: true, priority: 1 } as const

const columns = [
  text('host', 'Host', ({ id }) => id, { width: '15%', ...main }),
  badge('outcome', 'Result', ({ outcome }) => outcomes[outcome], { width: '14%', ...main }),
  text('message', 'Message', ({ message }) => message, { width: '33%' }),
  text('certificate', 'Certificate', ({ certificate }) => certificate?.name, {
    width: '19%',
    sortable: true,
    filter: true,
    to: ({ certificate }) => certificate && paths.certificate(certificate.id),
  }),
  number('state', 'State', ({ certificate }) => certificate?.expiry.days, {
    align: 'start',
    sortable: true,
    cell: (row) => <States row={row} />,
  }),
]

function States({ row: { certificate, isNew } }: { row: Found }) {
  if (!certificate) return '–'
  const { expiry, weaknesses } = certificate
  return (
    <Group gap={6}>
      {isNew && <StatusBadge tone="info">New</StatusBadge>}
      {expiry.state === 'expired' && <StatusBadge tone="bad">Expired</StatusBadge>}
      {expiry.state === 'soon' && <StatusBadge tone="warn">{expiry.days} days left</StatusBadge>}
      {expiry.state === 'later' && <StatusBadge tone="ok">{expiry.days} days left</StatusBadge>}
      {weaknesses.map((weakness) => (
        <StatusBadge key={weakness} tone="bad">
          {weakness}
        </StatusBadge>
      ))}
    </Group>
  )
}
