import type { LoggedCall } from '#api/wire-log.ts'
import { readableTarget } from '#contract/wire-form.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { Breakable } from '#ui/values/Breakable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './CallColumns.module.css'

/** Tells calls of one operation apart: a search of a person's own from what the notices ask. */
const sentIn = ({ request }: LoggedCall) => (request ? `${request.method} ${readableTarget(request.target)}` : '')

export const callColumns = (show: (id: number) => void): readonly Column<LoggedCall>[] => [
  {
    id: 'operation',
    header: 'Operation',
    priority: 1,
    width: '26%',
    filter: true,
    value: ({ endpoint }) => endpoint.summary,
    cell: ({ id, endpoint }) => (
      <Button
        variant="subtle"
        size="compact-sm"
        classNames={{ root: classes.operation, label: classes.summary }}
        onClick={() => show(id)}
      >
        {endpoint.summary}
      </Button>
    ),
  },
  {
    id: 'sent',
    header: 'Sent',
    priority: 1,
    filter: true,
    value: sentIn,
    cell: (call) => (
      <code className={classes.sent}>
        <Breakable text={sentIn(call) || '–'} />
      </code>
    ),
  },
  {
    id: 'id',
    header: 'Name',
    width: 180,
    filter: true,
    priority: 2,
    value: ({ endpoint }) => endpoint.id,
    cell: ({ endpoint }) => (
      <code className={classes.sent}>
        <Breakable text={endpoint.id} />
      </code>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'number',
    width: 90,
    sortable: true,
    value: ({ status }) => status,
    cell: ({ status }) => <Status status={status} />,
  },
  {
    id: 'milliseconds',
    header: 'Duration',
    kind: 'number',
    width: 90,
    align: 'end',
    sortable: true,
    value: ({ milliseconds }) => milliseconds,
    cell: ({ milliseconds }) => `${milliseconds.toLocaleString('en')} ms`,
  },
  {
    id: 'at',
    header: 'When',
    kind: 'date',
    width: 120,
    value: ({ startedAt }) => startedAt,
    cell: ({ startedAt }) => <Moment at={new Date(startedAt)} raw={String(startedAt)} />,
  },
]

function Status({ status }: { status: number }) {
  if (status === 0) return <StatusBadge tone="bad">No response</StatusBadge>
  return <StatusBadge tone={status < 400 ? 'ok' : status < 500 ? 'warn' : 'bad'}>{status}</StatusBadge>
}
