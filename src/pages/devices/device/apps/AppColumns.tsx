import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import type { Column } from '#ui/table/DataTable.tsx'
import { Breakable } from '#ui/values/Breakable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { type AppRow, appStates } from './app-rows.ts'

const text = ({
  id,
  header,
  width,
  priority,
}: Pick<Column<AppRow>, 'header' | 'width' | 'priority'> & {
  id: 'distributed' | 'installed' | 'label'
}): Column<AppRow> => ({
  id,
  header,
  width,
  priority,
  sortable: true,
  value: (row) => row[id],
  cell: (row) => row[id] || '–',
})

export const appColumns: Column<AppRow>[] = [
  {
    id: 'name',
    header: 'App',
    width: '22%',
    priority: 1,
    sortable: true,
    value: ({ name, appId }) => name || appId,
    cell: ({ name }) => name || '–',
  },
  {
    id: 'state',
    header: 'State',
    width: '14%',
    priority: 1,
    sortable: true,
    value: ({ state }) => appStates[state].label,
    cell: ({ state }) => (
      <span data-tip={appStates[state].means}>
        <StatusBadge tone={appStates[state].tone}>{appStates[state].label}</StatusBadge>
      </span>
    ),
  },
  text({ id: 'distributed', header: 'Distributed', width: '12%', priority: 1 }),
  text({ id: 'installed', header: 'Installed', width: '11%', priority: 1 }),
  text({ id: 'label', header: 'Label', width: '11%', priority: 2 }),
  {
    id: 'identifier',
    header: 'Identifier',
    width: '19%',
    priority: 2,
    sortable: true,
    value: ({ identifier }) => identifier,
    cell: ({ identifier }) => <code>{identifier ? <Breakable text={identifier} /> : '–'}</code>,
  },
  {
    id: 'at',
    header: 'Since',
    kind: 'date',
    width: '11%',
    priority: 2,
    sortable: true,
    value: ({ at }) => at?.getTime(),
    cell: ({ at, raw }) => <Moment at={at} raw={raw} />,
  },
]
