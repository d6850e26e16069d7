import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Text } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { type CommandRow, lifeText, statusText } from './command-rows.ts'
import { CommandLife } from './CommandLife.tsx'
import classes from './DeviceCommands.module.css'

const columns: Column<CommandRow>[] = [
  {
    id: 'command',
    header: 'Command',
    kind: 'choice',
    width: '20%',
    priority: 1,
    value: ({ command }) => command,
    cell: ({ command, label }) => (
      <>
        <Text size="sm" fw={550} truncate>
          {label}
        </Text>
        <code className={classes.wire}>{command}</code>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'choice',
    width: '16%',
    priority: 1,
    value: ({ status }) => status && statusText(status),
    cell: ({ status }) => (status ? <StatusBadge tone={status.tone}>{statusText(status)}</StatusBadge> : '–'),
  },
  {
    id: 'when',
    header: 'When',
    kind: 'date',
    width: '13%',
    priority: 1,
    value: ({ at }) => at?.getTime(),
    cell: ({ at, raw }) => <Moment at={at} raw={raw} />,
  },
  {
    id: 'by',
    header: 'Sent by',
    kind: 'choice',
    width: '13%',
    priority: 2,
    value: ({ by }) => by,
    cell: ({ by }) => by || '–',
  },
  {
    id: 'life',
    header: 'Status history and remarks',
    width: '38%',
    priority: 1,
    value: lifeText,
    cell: (row) => <CommandLife row={row} />,
  },
  {
    id: 'history_id',
    header: 'Command history ID',
    width: '13%',
    hidden: true,
    value: ({ historyId }) => historyId,
    cell: ({ historyId }) => <code>{historyId || '–'}</code>,
  },
]

/** All commands are here: they can be filtered by anything. */
export const commandColumns: Column<CommandRow>[] = columns.map((column) => filtered(column, true))
/** The server pages: it knows when, and nothing else (mobile-device-management, Commands and actions). */
export const pagedCommandColumns: Column<CommandRow>[] = columns.map((column) => filtered(column, column.id === 'when'))

function filtered(column: Column<CommandRow>, filter: boolean) {
  return { ...column, filter }
}
