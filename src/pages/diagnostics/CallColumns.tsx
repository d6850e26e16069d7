import type { LoggedCall } from '#api/wire-log.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { readableTarget } from '#contract/wire-form.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button } from '#ui/layout/layout.ts'
import { Breakable } from '#ui/values/Breakable.tsx'
import classes from './CallColumns.module.css'

/** The request line, which distinguishes calls of the same operation. */
const sentIn = ({ request }: LoggedCall) => (request ? `${request.method} ${readableTarget(request.target)}` : '')

const { text, code, number, date } = columnsOf<LoggedCall>()

export const callColumns = (show: (id: number) => void) => [
  text('operation', 'Operation', ({ endpoint }) => endpoint.summary, {
    priority: 1,
    width: '26%',
    filter: true,
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
  }),
  code('sent', 'Sent', sentIn, { priority: 1, filter: true, cell: (call) => <Sent text={sentIn(call) || '–'} /> }),
  code('id', 'Name', ({ endpoint }) => endpoint.id, {
    width: 180,
    filter: true,
    priority: 2,
    cell: ({ endpoint }) => <Sent text={endpoint.id} />,
  }),
  number('status', 'Status', ({ status }) => status, {
    width: 90,
    align: 'start',
    sortable: true,
    cell: ({ status }) => <Status status={status} />,
  }),
  number('milliseconds', 'Duration', ({ milliseconds }) => milliseconds, {
    width: 105,
    sortable: true,
    cell: ({ milliseconds }) => `${milliseconds.toLocaleString('en')} ms`,
  }),
  date('at', 'When', ({ startedAt }) => new Date(startedAt), {
    width: 120,
    raw: ({ startedAt }) => String(startedAt),
  }),
]

const Sent = ({ text }: { text: string }) => (
  <code className={classes.sent}>
    <Breakable text={text} />
  </code>
)

function Status({ status }: { status: number }) {
  if (status === 0) return <StatusBadge tone="bad">No response</StatusBadge>
  return <StatusBadge tone={status < 400 ? 'ok' : status < 500 ? 'warn' : 'bad'}>{status}</StatusBadge>
}
