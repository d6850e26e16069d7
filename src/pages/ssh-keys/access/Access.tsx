import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { prefetch } from '#api/query.ts'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { useSearchedList } from '#components/lists/use-searched-list.ts'
import { NotTold } from '#components/offered/NotTold.tsx'
import { everyAssociation } from '#pages/ssh-keys/queries.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { type AccessRow, accessRows } from './access.ts'

export const loader = () => prefetch(everyAssociation)

/** Who can get where with which key. */
export function Component() {
  const asked = useQuery(everyAssociation)
  const { data } = asked
  const { rows, keyNames } = useMemo(() => accessRows(data ?? nothing), [data])
  const list = useSearchedList(rows, saidBy)
  return (
    <Page title="SSH keys">
      <AreaTabs of="sshKeys">
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Each row is an account on a host, each column a key. Only keys deployed through this service are shown.
            Hosts may have other keys as well.
          </Text>
          {data && !data.isListed && (
            <NotTold what="since when keys grant access">
              Accounts with keys, and the keys of each account, are read one by one.
            </NotTold>
          )}
          <FilterBar of={list} placeholder="Host, user or key" />
          <ListTable
            asked={asked}
            caption="Access"
            rows={list.found}
            columns={accessColumns(keyNames, data?.isListed !== false)}
            rowId={({ host, user }) => JSON.stringify([host, user])}
            empty={
              <NothingListed
                of={list}
                many="accounts"
                hint="No key is associated with an account yet. Associate keys on their pages."
              />
            }
            grid
            name="ssh-access"
            state={list}
            exportAs="ssh-access"
          />
        </Stack>
      </AreaTabs>
    </Page>
  )
}

const saidBy = ({ host, user, keys }: AccessRow) => [host, user, ...keys.keys()]

const { text, choice, number } = columnsOf<AccessRow>({ filter: true })

const nothing = { rows: [], unread: [] }

const accessText = ({ keys, unread }: AccessRow, name: string) =>
  keys.has(name) ? 'Grants access' : unread === undefined ? 'No access' : 'Unknown'

const accessColumns = (keyNames: readonly string[], isDated: boolean) => [
  text('account', 'Account', ({ host, user }) => `${user}@${host}`, { priority: 1, width: 230, sortable: true }),
  number('count', 'Keys', ({ keys, unread }) => (unread === undefined ? keys.size : undefined), {
    priority: 1,
    width: 80,
    sortable: true,
    cell: ({ keys, unread }) => (unread === undefined ? keys.size : <span data-tip={unread}>Unknown</span>),
  }),
  ...keyNames.map((name) =>
    choice(`key ${name}`, name || 'Unnamed key', (row) => accessText(row, name), {
      width: 200,
      cell: (row) => <Cell row={row} name={name} isDated={isDated} />,
    }),
  ),
]

function Cell({ row, name, isDated }: { row: AccessRow; name: string; isDated: boolean }) {
  const opens = row.keys.get(name)
  if (!opens) return row.unread === undefined ? '–' : <span data-tip={row.unread}>Unknown</span>
  return (
    <Group gap={6} wrap="nowrap">
      <StatusBadge tone="info">Grants access</StatusBadge>
      {isDated && (
        <Text span size="sm" c="dimmed">
          <Moment at={opens.since} raw={opens.raw} />
        </Text>
      )}
    </Group>
  )
}
