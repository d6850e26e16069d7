import { columnsOf } from '#components/lists/Columns.tsx'
import { accessColumns as value, type AccessRow, accessText, keyColumn } from '#contract/keys/rules/ssh-access-list.ts'
import { instantOf } from '#contract/time.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { Text } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/column.ts'
import { Moment } from '#ui/values/Moment.tsx'
import classes from './AccessColumns.module.css'

const { text, choice, number } = columnsOf<AccessRow>({ filter: true })

export const accessColumns = (keyNames: readonly string[], isDated: boolean): Column<AccessRow>[] => [
  text('account', 'Account', value.account, { priority: 1, width: 230, sortable: true }),
  number('count', 'Keys', value.count, {
    priority: 1,
    width: 80,
    sortable: true,
    cell: ({ keys, unread }) => (unread === undefined ? keys.length : <span data-tip={unread}>Unknown</span>),
  }),
  ...keyNames.map((name) =>
    choice(keyColumn(name), name || 'Unnamed key', (row) => accessText(row, name), {
      width: 215,
      cell: (row) => <Cell row={row} name={name} isDated={isDated} />,
    }),
  ),
]

const tones: Record<string, Tone> = { 'Grants access': 'info', 'Sign-in refused': 'bad' }

function Cell({ row, name, isDated }: { row: AccessRow; name: string; isDated: boolean }) {
  const opens = row.keys.find((key) => key.name === name)
  if (!opens) return row.unread === undefined ? '–' : <span data-tip={row.unread}>Unknown</span>
  return (
    <div className={classes.cell}>
      <StatusBadge tone={tones[accessText(row, name)] ?? 'muted'}>{accessText(row, name)}</StatusBadge>
      {isDated && (
        <Text span size="sm" c="dimmed" truncate>
          <Moment at={instantOf(opens.since)} raw={opens.since} />
        </Text>
      )}
    </div>
  )
}
