import type { LoaderFunctionArgs } from 'react-router'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { createProfile, listProfiles, type Profile } from '#contract/mdm/profiles.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { resourceList } from '#pages/devices/resource-list.ts'
import { platformName, profileState } from '#pages/devices/resource-words.ts'
import { paths } from '#paths.ts'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { NewProfile } from './NewProfile.tsx'

const list = resourceList(listProfiles, 'profiles')

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(list, request)

/** Profiles: settings that devices get as a whole. */
export function Component() {
  const listed = useServerList(list)
  return (
    <Page
      title="Profiles"
      actions={
        <ActionButton
          variant="filled"
          endpoint={createProfile}
          renderDialog={(close) => <NewProfile onClose={close} />}
        >
          New profile
        </ActionButton>
      }
    >
      <AreaTabs>
        <Stack gap="md">
          <FilterBar of={listed} placeholder="Name or description" />
          <ListTable
            caption="Profiles"
            {...listed.table}
            columns={columns}
            rowId={({ profile_id, profile_name }) => profile_id ?? profile_name ?? ''}
            rowHref={({ profile_id }) => paths.profile(profile_id ?? '')}
            grid
            empty={
              <NothingListed of={listed} total={listed.total} many="profiles" hint="Create one with “New profile”." />
            }
          />
        </Stack>
      </AreaTabs>
    </Page>
  )
}

const { text, number, badge, time } = columnsOf<Profile>({ priority: 2 })

const columns = [
  text('profile_name', 'Name', ({ profile_name }) => profile_name, { width: 200, priority: 1 }),
  text('platform_type', 'Platform', ({ platform_type }) => platformName(platform_type), { width: 105, priority: 1 }),
  badge('status', 'Status', profileState, { width: 130, priority: 1 }),
  text('profile_version', 'Version', ({ profile_version }) => profile_version?.toString(), { width: 80 }),
  number('device_count', 'Devices', ({ device_count }) => device_count, { width: 90, priority: 1 }),
  number('group_count', 'Groups', ({ group_count }) => group_count, { width: 85 }),
  text('profile_description', 'Description', ({ profile_description }) => profile_description, { width: 190 }),
  time('last_modified_time', 'Changed', ({ last_modified_time }) => last_modified_time, { width: 120 }),
]
