import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { problemOf } from '#api/problem-of.ts'
import { prefetch } from '#api/query.ts'
import { useMay } from '#api/use-may.ts'
import { createProfile, listProfiles, type Profile } from '#contract/mdm/profiles.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { counted, textColumn, timed } from '#pages/devices/Columns.tsx'
import { listed, useList } from '#pages/devices/list-state.ts'
import { ListSearchField, NothingListed } from '#pages/devices/ListSearchField.tsx'
import { platformName, profileState } from '#pages/devices/resource-words.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
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
            problem={error && <ProblemPanel problem={problemOf(error)} onRetry={refetch} />}
            empty={<NothingListed {...{ search, show }} what="profiles" hint="Create one with “New profile”." />}
          />
        </Stack>
      </AreaTabs>
      {making && <NewProfile onClose={() => setMaking(false)} />}
    </Page>
  )
}

const columns: Column<Profile>[] = [
  textColumn('profile_name', 'Name', 200, ({ profile_name }) => profile_name, 1),
  textColumn('platform_type', 'Platform', 105, ({ platform_type }) => platformName(platform_type), 1),
  {
    id: 'status',
    header: 'Status',
    width: 130,
    priority: 1,
    value: (profile) => profileState(profile).label,
    cell: (profile) => <StatusBadge tone={profileState(profile).tone}>{profileState(profile).label}</StatusBadge>,
  },
  textColumn('profile_version', 'Version', 80, ({ profile_version }) => profile_version?.toString()),
  counted('device_count', 'Devices', 90, ({ device_count }) => device_count, 1),
  counted('group_count', 'Groups', 85, ({ group_count }) => group_count),
  textColumn('profile_description', 'Description', 190, ({ profile_description }) => profile_description),
  timed('last_modified_time', 'Changed', 120, ({ last_modified_time }) => last_modified_time),
]
