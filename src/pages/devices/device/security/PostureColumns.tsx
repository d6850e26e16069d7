import type { ReactNode } from 'react'
import { columnsOf } from '#components/lists/Columns.tsx'
import { FieldValue } from '#pages/devices/device/FieldValue.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Text } from '#ui/layout/layout.ts'
import type { PostureReading, PostureRow } from './posture-rows.ts'

/** One line per reading; two if the sources differ. */
const lines = ({ readings }: PostureRow, show: (reading: PostureReading) => ReactNode) =>
  readings.map((reading) => <div key={reading.raw}>{show(reading)}</div>)

const unknown = <StatusBadge tone="muted">Unknown</StatusBadge>

const wordOf = ({ shown, raw }: PostureReading) => (shown.as === 'flag' ? (shown.value ? 'Yes' : 'No') : raw)

const { text, code } = columnsOf<PostureRow>({ priority: 1, sortable: true })

export const postureColumns = [
  text('label', 'Setting', ({ label }) => label, {
    width: '25%',
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
  }),
  text('answer', 'Value', ({ readings }) => readings.map(wordOf).join(' / ') || 'Unknown', {
    width: '16%',
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
  }),
  text('group', 'About', ({ group }) => group, { width: '11%', priority: 2 }),
  code('field', 'Field', ({ name }) => name, { width: '25%', priority: 2 }),
  text('source', 'Source', ({ readings }) => readings.map(({ sources }) => sources.join(', ')).join(' / '), {
    width: '23%',
    sortable: false,
    cell: (row) =>
      row.readings.length === 0
        ? '–'
        : lines(row, ({ sources }) => (
            <Text span size="xs" c="dimmed">
              {sources.join(', ')}
            </Text>
          )),
  }),
]
