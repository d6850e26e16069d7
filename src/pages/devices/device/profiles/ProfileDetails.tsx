import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#api/query.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'
import { getDeviceProfile } from '#contract/mdm/profiles.ts'
import { instantOf } from '#contract/time.ts'
import { textOf } from '#contract/words/value-text.ts'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Anchor, Stack } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { type DeviceProfile, remarkOf, statusOf } from './ProfileColumns.tsx'

type Props = { device_id: string; profile_id: string; name: string; onClose: () => void }

/** Current details of a profile of a device. */
export function ProfileDetails({ device_id, profile_id, name, onClose }: Props) {
  const { data: profile, error, refetch } = useQuery(query(getDeviceProfile, { device_id, profile_id }))
  return (
    <Dialog title={name} onClose={onClose}>
      <Stack gap="md">
        {error && <PartProblem error={error} of={getDeviceProfile} onRetry={refetch} />}
        {!profile && !error && <Loading />}
        {profile && <Properties bare items={factsOf(profile)} />}
        <Anchor component={Link} to={paths.profile(profile_id)} size="sm">
          Show the profile and its payloads
        </Anchor>
      </Stack>
    </Dialog>
  )
}

const time = (label: string, wireName: string, value: DeviceProfile['applied_time']) => ({
  label,
  wireName,
  value: <Moment at={instantOf(value)} raw={textOf(value)} />,
})

const factsOf = (profile: DeviceProfile) => [
  { label: 'Status', wireName: 'status', value: <CodeValue of={statusOf(textOf(profile.status))} /> },
  { label: 'Remarks', wireName: 'remarks', value: remarkOf(profile) || '–' },
  { label: 'Description', wireName: 'profile_description', value: textOf(profile.profile_description) || '–' },
  time('Applied', 'applied_time', profile.applied_time),
  { label: 'Devices', wireName: 'device_count', value: textOf(profile.device_count) || '–' },
  { label: 'Groups', wireName: 'group_count', value: textOf(profile.group_count) || '–' },
  { label: 'Created by', wireName: 'created_user', value: textOf(profile.created_user) || '–' },
  time('Created', 'created_time', profile.created_time),
  { label: 'Changed by', wireName: 'last_modified_user', value: textOf(profile.last_modified_user) || '–' },
  time('Changed', 'last_modified_time', profile.last_modified_time),
]
