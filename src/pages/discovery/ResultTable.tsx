import { useState } from 'react'
import { Link } from 'react-router'
import { csvText } from '#contract/csv.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Anchor, Group } from '#ui/layout/layout.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { type Certificate, type Found, foundRows, isShown, type Show, shows } from './found-certificates.ts'
import type { Outcome, Run } from './run.ts'

const outcomes: Record<Outcome, [Tone, string]> = {
  found: ['ok', 'Certificate'],
  nothing: ['muted', 'No certificate'],
  'not asked': ['warn', 'Not checked'],
  waiting: ['info', 'Waiting'],
}
const showLabels: Record<Show, string> = {
  all: 'All hosts',
  new: 'New in inventory',
  attention: 'Expired, expiring or weak',
  without: 'Without a certificate',
}

/** What each host answered, and how the certificate that it showed stands. */
export function ResultTable({ run, certificates }: { run: Run; certificates: readonly Certificate[] }) {
  const [show, setShow] = useState<Show>('all')
  const [now] = useState(() => Date.now())
  const rows = foundRows(run, certificates, now)
  const tabs = shows.map((value) => ({
    value,
    label: showLabels[value],
    count: rows.filter((row) => isShown(row, value)).length,
  }))
  return (
    <>
      <FilterTabs label="Show" options={tabs} value={show} onChange={setShow} />
      <DataTable
        caption="Hosts"
        rows={rows.filter((row) => isShown(row, show))}
        columns={columns}
        rowId={({ id }) => id}
        storageKey="discovery"
        csv={{ name: 'discovery', write: csvText }}
        empty={<Empty title="No hosts in this group" />}
      />
    </>
  )
}

const columns: readonly Column<Found>[] = [
  {
    id: 'host',
    header: 'Host',
    width: '15%',
    cell: ({ id }) => id,
    value: ({ id }) => id,
    sortable: true,
    filter: true,
    priority: 1,
  },
  {
    id: 'outcome',
    header: 'Result',
    width: '14%',
    kind: 'choice',
    cell: ({ outcome }) => <StatusBadge tone={outcomes[outcome][0]}>{outcomes[outcome][1]}</StatusBadge>,
    value: ({ outcome }) => outcomes[outcome][1],
    sortable: true,
    filter: true,
    priority: 1,
  },
  {
    id: 'message',
    header: 'Message',
    width: '33%',
    cell: ({ message }) => message || '–',
    value: ({ message }) => message,
  },
  {
    id: 'certificate',
    header: 'Certificate',
    width: '19%',
    cell: ({ certificate }) =>
      certificate ? (
        <Anchor component={Link} size="sm" to={paths.certificate(String(certificate.CertID))}>
          {certificate['Common Name']}
        </Anchor>
      ) : (
        '–'
      ),
    value: ({ certificate }) => certificate?.['Common Name'],
    sortable: true,
    filter: true,
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => <States row={row} />,
    value: ({ expiry }) => expiry?.days,
    sortable: true,
  },
]

function States({ row: { expiry, weaknesses, isNew } }: { row: Found }) {
  if (!expiry) return '–'
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
