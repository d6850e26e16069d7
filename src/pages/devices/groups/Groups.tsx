import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { problemOf } from '#api/problem-of.ts'
import { prefetch } from '#api/query.ts'
import { useMay } from '#api/use-may.ts'
import { createGroup, type Group, listGroups } from '#contract/mdm/groups.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { counted, textColumn, timed } from '#pages/devices/Columns.tsx'
import { listed, useList } from '#pages/devices/list-state.ts'
import { ListSearchField, NothingListed } from '#pages/devices/ListSearchField.tsx'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { NewGroup } from './NewGroup.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetch(listed(listGroups, new URL(request.url).searchParams))

/** Groups of devices: what is sent to a group, all its devices get. */
export function Component() {
  const { search, show, error, refetch, table } = useList<ListedGroup>(listGroups, 'groups')
  const [making, setMaking] = useState(false)
  const may = useMay()
  return (
    <Page
      title="Groups"
      actions={
        <Button disabled={!may(createGroup.permission)} onClick={() => setMaking(true)}>
          New group
        </Button>
      }
    >
      <AreaTabs>
        <Stack gap="md">
          <ListSearchField {...{ search, show }} placeholder="Name or description" />
          <DataTable
            caption="Groups"
            {...table}
            columns={columns}
            rowId={({ group_id, name }) => group_id ?? name ?? ''}
            rowHref={({ group_id }) => paths.group(group_id ?? '')}
            grid
            problem={error && <ProblemPanel problem={problemOf(error)} onRetry={refetch} />}
            empty={<NothingListed {...{ search, show }} what="groups" hint="Create one with “New group”." />}
          />
        </Stack>
      </AreaTabs>
      {making && <NewGroup onClose={() => setMaking(false)} />}
    </Page>
  )
}

/** A list does not carry what is distributed to each. */
type ListedGroup = Omit<Group, 'apps' | 'profiles'>

const columns: Column<ListedGroup>[] = [
  textColumn('name', 'Name', 210, ({ name }) => name, 1),
  counted('device_count', 'Devices', 95, ({ device_count }) => device_count, 1),
  counted('profile_count', 'Profiles', 95, ({ profile_count }) => profile_count),
  counted('app_count', 'Apps', 85, ({ app_count }) => app_count),
  textColumn('description', 'Description', 260, ({ description }) => description),
  textColumn('created_user', 'Created by', 125, ({ created_user }) => created_user),
  timed('created_time', 'Created', 125, ({ created_time }) => created_time),
]
