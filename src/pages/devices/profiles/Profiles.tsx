import type { LoaderFunctionArgs } from 'react-router'
import { useMay } from '#api/may.ts'
import { requestResources } from '#components/devices/checked-resources.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { BulkHost } from '#components/bulk/BulkHost.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { FilterBar, type Option } from '#components/lists/FilterBar.tsx'
import { listAddress, oneOf, searchText } from '#components/lists/list-address.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { prefetchRows, type ServerList, useServerList } from '#components/lists/use-server-list.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { createProfile, deleteProfile, listProfiles, type Profile } from '#contract/mdm/profiles.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { listPage, partOf } from '#pages/devices/list-page.ts'
import { platformOf, profileState } from '#pages/devices/resource-words.ts'
import { paths } from '#paths.ts'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { NewProfile } from './NewProfile.tsx'
import { ProfileSelection } from './ProfileSelection.tsx'

const address = listAddress(
  { ...listPage, search: searchText, trash: oneOf('hidden', ['hidden', 'shown']) },
  { search: ({ search }) => `search “${search.trim()}”`, trash: () => 'trash included' },
)
const trash: Option[] = [
  { value: 'hidden', label: 'Without the trash' },
  { value: 'shown', label: 'With the trash' },
]

const list: ServerList<typeof listProfiles, (typeof address)['defaults']> = {
  name: 'profiles',
  endpoint: listProfiles,
  address,
  input: ({ search, trash }) => ({
    search: search.trim() || undefined,
    include_trash: trash === 'shown' ? true : undefined,
  }),
  part: partOf,
  ask: requestResources,
  exportLimit: pageLimit.max,
}

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(list, request)

/** Configuration profiles. */
export function Component() {
  const listed = useServerList(list)
  const mayDelete = useMay()(deleteProfile.permission)
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
          <BulkHost>
            <ListTable
              filterBar={
                <FilterBar
                  of={listed}
                  placeholder="Name or description"
                  filters={[{ name: 'trash', label: 'Trash', options: trash }]}
                />
              }
              caption="Profiles"
              {...listed.table}
              columns={columns}
              rowId={({ profile_id, profile_name }) => profile_id ?? profile_name ?? ''}
              rowHref={({ profile_id }) => paths.profile(profile_id ?? '')}
              SelectionActions={mayDelete ? ProfileSelection : undefined}
              grid
              nothing={{ many: 'profiles', hint: 'Create one with “New profile”.' }}
            />
          </BulkHost>
        </Stack>
      </AreaTabs>
    </Page>
  )
}

const { text, number, coded, time } = columnsOf<Profile>({ priority: 2 })

const columns = [
  text('profile_name', 'Name', ({ profile_name }) => profile_name, { width: 200, priority: 1 }),
  coded('platform_type', 'Platform', ({ platform_type }) => platformOf(platform_type), { width: 105, priority: 1 }),
  coded('status', 'Status', profileState, { width: 130, priority: 1 }),
  text('profile_version', 'Version', ({ profile_version }) => profile_version?.toString(), { width: 80 }),
  number('device_count', 'Devices', ({ device_count }) => device_count, { width: 90, priority: 1 }),
  number('group_count', 'Groups', ({ group_count }) => group_count, { width: 85 }),
  text('profile_description', 'Description', ({ profile_description }) => profile_description, { width: 190 }),
  time('last_modified_time', 'Changed', ({ last_modified_time }) => last_modified_time, { width: 120 }),
]
