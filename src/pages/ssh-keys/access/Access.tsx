import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { prefetch } from '#api/query.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { useSearchedList } from '#components/lists/use-searched-list.ts'
import { AreaTabs } from '#pages/ssh-keys/AreaTabs.tsx'
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
  const { rows, keyNames } = useMemo(() => accessRows(data?.rows ?? []), [data])
  const list = useSearchedList(rows, saidBy)
  return (
    <Page title="SSH keys">
      <AreaTabs>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Each row is an account on a host, each column a key. Only keys deployed through this service are shown.
            Hosts may have other keys as well.
          </Text>
          <FilterBar of={list} placeholder="Host, user or key" />
          <ListTable
            asked={asked}
            caption="Access"
            rows={list.found}
            columns={accessColumns(keyNames)}
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

const accessColumns = (keyNames: readonly string[]) => [
  text('account', 'Account', ({ host, user }) => `${user}@${host}`, { priority: 1, width: 230, sortable: true }),
  number('count', 'Keys', ({ keys }) => keys.size, { priority: 1, width: 80, sortable: true }),
  ...keyNames.map((name) =>
    choice(`key ${name}`, name || 'Unnamed key', ({ keys }) => (keys.has(name) ? 'Grants access' : 'No access'), {
      width: 200,
      cell: ({ keys }) => <Cell opens={keys.get(name)} />,
    }),
  ),
]

function Cell({ opens }: { opens: { since: Date | undefined; raw?: string } | undefined }) {
  if (!opens) return '–'
  return (
    <Group gap={6} wrap="nowrap">
      <StatusBadge tone="info">Grants access</StatusBadge>
      <Text span size="sm" c="dimmed">
        <Moment at={opens.since} raw={opens.raw} />
      </Text>
    </Group>
  )
}
