import { columnsOf } from '#components/lists/Columns.tsx'
import { Text } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { type CommandRow, lifeText } from './command-rows.ts'
import { CommandLife } from './CommandLife.tsx'
import classes from './DeviceCommands.module.css'

const { text, choice, coded, date, code } = columnsOf<CommandRow>({ priority: 1 })

const columns = [
  choice('command', 'Command', ({ command }) => command, {
    width: '20%',
    cell: ({ command, label }) => (
      <>
        <Text size="sm" fw={550} truncate>
          {label}
        </Text>
        <code className={classes.wire}>{command}</code>
      </>
    ),
  }),
  coded('status', 'Status', ({ status }) => status, { width: '16%' }),
  date('when', 'When', ({ at }) => at, { width: '13%', raw: ({ raw }) => raw }),
  choice('by', 'Sent by', ({ by }) => by, { width: '13%', priority: 2 }),
  text('life', 'Status history and remarks', lifeText, { width: '38%', cell: (row) => <CommandLife row={row} /> }),
  code('history_id', 'Command history ID', ({ historyId }) => historyId, {
    width: '13%',
    hidden: true,
    priority: undefined,
  }),
]

/** All commands are loaded, so every column can be filtered. */
export const commandColumns: Column<CommandRow>[] = columns.map((column) => filtered(column, true))
/** The server pages, and can filter by time only (mobile-device-management, Commands and actions). */
export const pagedCommandColumns: Column<CommandRow>[] = columns.map((column) => filtered(column, column.id === 'when'))

function filtered(column: Column<CommandRow>, filter: boolean) {
  return { ...column, filter }
}
