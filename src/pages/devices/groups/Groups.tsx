import type { LoaderFunctionArgs } from 'react-router'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { createGroup, type Group, listGroups } from '#contract/mdm/groups.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { resourceList } from '#pages/devices/resource-list.ts'
import { paths } from '#paths.ts'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { NewGroup } from './NewGroup.tsx'

const list = resourceList(listGroups, 'groups')

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(list, request)

/** Groups of devices: distribution to a group applies to all its devices. */
export function Component() {
  const listed = useServerList(list)
  return (
    <Page
      title="Groups"
      actions={
        <ActionButton variant="filled" endpoint={createGroup} renderDialog={(close) => <NewGroup onClose={close} />}>
          New group
        </ActionButton>
      }
    >
      <AreaTabs>
        <Stack gap="md">
          <ListTable
            search="Name or description"
            caption="Groups"
            {...listed.table}
            columns={columns}
            rowId={({ group_id, name }) => group_id ?? name ?? ''}
            rowHref={({ group_id }) => paths.group(group_id ?? '')}
            grid
            nothing={{ many: 'groups', hint: 'Create one with “New group”.' }}
          />
        </Stack>
      </AreaTabs>
    </Page>
  )
}

/** Lists do not contain the items distributed to a group. */
type ListedGroup = Omit<Group, 'apps' | 'profiles'>

const { text, number, time } = columnsOf<ListedGroup>({ priority: 2 })

const columns = [
  text('name', 'Name', ({ name }) => name, { width: 210, priority: 1 }),
  number('device_count', 'Devices', ({ device_count }) => device_count, { width: 95, priority: 1 }),
  number('profile_count', 'Profiles', ({ profile_count }) => profile_count, { width: 95 }),
  number('app_count', 'Apps', ({ app_count }) => app_count, { width: 85 }),
  text('description', 'Description', ({ description }) => description, { width: 260 }),
  text('created_user', 'Created by', ({ created_user }) => created_user, { width: 125 }),
  time('created_time', 'Created', ({ created_time }) => created_time, { width: 125 }),
]
