import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { prefetch } from '#api/query.ts'
import { useMay } from '#api/use-may.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { createProfile, listProfiles, type Profile } from '#contract/mdm/profiles.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { listed, useList } from '#pages/devices/list-state.ts'
import { ListSearchField, NothingListed } from '#pages/devices/ListSearchField.tsx'
import { platformName, profileState } from '#pages/devices/resource-words.ts'
import { paths } from '#paths.ts'
import { Button, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { NewProfile } from './NewProfile.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetch(listed(listProfiles, new URL(request.url).searchParams))

/** Profiles: settings that devices get as a whole. */
export function Component() {
  const { search, show, error, refetch, table } = useList<Profile>(listProfiles, 'profiles')
  const [making, setMaking] = useState(false)
  const may = useMay()
  return (
    <Page
      title="Profiles"
      actions={
        <Button disabled={!may(createProfile.permission)} onClick={() => setMaking(true)}>
          New profile
        </Button>
      }
    >
      <AreaTabs>
        <Stack gap="md">
          <ListSearchField {...{ search, show }} placeholder="Name or description" />
          <DataTable
            caption="Profiles"
            {...table}
            columns={columns}
            rowId={({ profile_id, profile_name }) => profile_id ?? profile_name ?? ''}
            rowHref={({ profile_id }) => paths.profile(profile_id ?? '')}
            grid
            problem={error && <PartProblem error={error} of={listProfiles} onRetry={refetch} />}
            empty={<NothingListed {...{ search, show }} what="profiles" hint="Create one with “New profile”." />}
          />
        </Stack>
      </AreaTabs>
      {making && <NewProfile onClose={() => setMaking(false)} />}
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
