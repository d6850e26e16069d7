import type { ReactNode } from 'react'
import { FieldValue } from '#pages/devices/device/FieldValue.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Text } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import type { PostureReading, PostureRow } from './posture-rows.ts'

/** One line for each answer: two, where the sources differ. */
const lines = ({ readings }: PostureRow, show: (reading: PostureReading) => ReactNode) =>
  readings.map((reading) => <div key={reading.raw}>{show(reading)}</div>)

const unknown = <StatusBadge tone="muted">Unknown</StatusBadge>

const wordOf = ({ shown, raw }: PostureReading) => (shown.as === 'flag' ? (shown.value ? 'Yes' : 'No') : raw)

export const postureColumns: Column<PostureRow>[] = [
  {
    id: 'label',
    header: 'Setting',
    width: '25%',
    priority: 1,
    sortable: true,
    value: ({ label }) => label,
    cell: (row) => (
      <>
        {row.label}
        {row.note && (
          <Text size="xs" c="dimmed">
            {row.note}
          </Text>
        )}
        {row.readings.length > 1 && <StatusBadge tone="warn">Sources differ</StatusBadge>}
      </>
    ),
  },
  {
    id: 'answer',
    header: 'Value',
    width: '16%',
    priority: 1,
    sortable: true,
    value: ({ readings }) => readings.map(wordOf).join(' / ') || 'Unknown',
    cell: (row) =>
      row.readings.length === 0
        ? unknown
        : lines(row, (reading) =>
            reading.shown.as === 'flag' ? (
              <StatusBadge tone={reading.tone}>{wordOf(reading)}</StatusBadge>
            ) : (
              <FieldValue label={row.label} shown={reading.shown} />
            ),
          ),
  },
  {
    id: 'group',
    header: 'About',
    width: '11%',
    priority: 2,
    sortable: true,
    value: ({ group }) => group,
    cell: ({ group }) => group,
  },
  {
    id: 'field',
    header: 'Field',
    width: '25%',
    priority: 2,
    sortable: true,
    value: ({ name }) => name,
    cell: ({ name }) => <code>{name}</code>,
  },
  {
    id: 'source',
    header: 'Source',
    width: '23%',
    priority: 1,
    value: ({ readings }) => readings.map(({ sources }) => sources.join(', ')).join(' / '),
    cell: (row) =>
      row.readings.length === 0
        ? '–'
        : lines(row, ({ sources }) => (
            <Text span size="xs" c="dimmed">
              {sources.join(', ')}
            </Text>
          )),
  },
]
