import { useState, useSyncExternalStore } from 'react'
import { type LoggedCall, wireLog } from '#api/wire-log.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Button, Stack, Text } from '#ui/layout.ts'
import { Moment } from '#ui/Moment.tsx'
import { Page } from '#ui/Page.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'
import { CallDetail } from './CallDetail.tsx'

export const handle = { crumb: 'Diagnostics' }

/** What this tab has asked, as it goes over the wire: to be compared, copied and sent to whoever runs the server. */
export function Component() {
  const calls = useSyncExternalStore(wireLog.subscribe, wireLog.all)
  const [chosen, setChosen] = useState<number>()
  const call = calls.find(({ id }) => id === chosen)
  return (
    <Page
      title="Diagnostics"
      actions={
        <Button variant="default" size="xs" disabled={calls.length === 0} onClick={wireLog.clear}>
          Clear
        </Button>
      }
    >
      <Stack gap="md">
        <Text size="sm">
          The last calls of this tab. They are in its memory alone; secrets were masked before they were remembered.
        </Text>
        {call && <CallDetail call={call} onClose={() => setChosen(undefined)} />}
        <DataTable
          caption="Calls"
          rows={calls}
          columns={columnsWith(setChosen)}
          rowId={({ id }) => String(id)}
          empty={<Empty title="Nothing was asked yet" hint="Open a page, then come back." />}
        />
      </Stack>
    </Page>
  )
}

const columnsWith = (show: (id: number) => void): readonly Column<LoggedCall>[] => [
  {
    id: 'operation',
    header: 'Operation',
    priority: 1,
    filter: true,
    value: ({ row }) => row.summary,
    cell: ({ id, row }) => (
      <Button variant="subtle" size="compact-sm" onClick={() => show(id)}>
        {row.summary}
      </Button>
    ),
  },
  { id: 'id', header: 'Name', value: ({ row }) => row.id, cell: ({ row }) => <code>{row.id}</code>, filter: true },
  {
    id: 'status',
    header: 'Status',
    kind: 'number',
    width: 150,
    sortable: true,
    value: ({ status }) => status,
    cell: ({ status }) => <Status status={status} />,
  },
  {
    id: 'milliseconds',
    header: 'Took',
    kind: 'number',
    width: 100,
    align: 'end',
    sortable: true,
    value: ({ milliseconds }) => milliseconds,
    cell: ({ milliseconds }) => `${milliseconds.toLocaleString('en')} ms`,
  },
  {
    id: 'at',
    header: 'When',
    kind: 'date',
    width: 180,
    value: ({ startedAt }) => startedAt,
    cell: ({ startedAt }) => <Moment at={new Date(startedAt)} raw={String(startedAt)} />,
  },
]

function Status({ status }: { status: number }) {
  if (status === 0) return <StatusBadge tone="bad">No answer</StatusBadge>
  return <StatusBadge tone={status < 400 ? 'ok' : status < 500 ? 'warn' : 'bad'}>{status}</StatusBadge>
}
