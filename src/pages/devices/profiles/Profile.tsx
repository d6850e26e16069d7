import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, type Params, useParams } from 'react-router'
import { call } from '#api/call.ts'
import { prefetch, query } from '#api/query.ts'
import { RawRecordSection } from '#components/devices/RawRecordSection.tsx'
import { OneProblem } from '#components/offered/OneProblem.tsx'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'
import { useOpened } from '#components/recent/use-opened.ts'
import { coded } from '#contract/codes/legend.ts'
import { addGroupProfiles, removeGroupProfiles } from '#contract/mdm/groups.ts'
import {
  addDeviceProfiles,
  getProfile,
  listProfiles,
  type Profile,
  removeDeviceProfiles,
} from '#contract/mdm/profiles.ts'
import { instantOf } from '#contract/time.ts'
import { Distribution } from '#pages/devices/Distribution.tsx'
import { textOf } from '#contract/words/value-text.ts'
import { isPublished, platformOf, profileState } from '#pages/devices/resource-words.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { ProfileActions } from './ProfileActions.tsx'
import { ProfilePayloads } from './ProfilePayloads.tsx'

const idIn = (params: Params) => params.id ?? ''
const profileQuery = (profile_id: string) => query(getProfile, { profile_id })

export const loader = ({ params }: LoaderFunctionArgs) => prefetch(profileQuery(idIn(params)))

/** A profile: payloads, status and distribution. */
export function Component() {
  const id = idIn(useParams())
  const { data: profile, error, refetch } = useQuery(profileQuery(id))
  useOpened('Profile', profile && (profile.profile_name || id), paths.profile(id))
  const state = error ? (
    <OneProblem error={error} of={getProfile} list={listProfiles} onRetry={refetch} />
  ) : (
    !profile && <Loading />
  )
  if (!profile) return <Page title="Profile">{state}</Page>
  const name = profile.profile_name || id
  return (
    <Page title={name} actions={<ProfileActions id={id} profile={profile} name={name} />}>
      {state}
      <Facts profile={profile} />
      <ProfilePayloads id={id} platform={profile.platform_type} />
      <Distribution
        name={name}
        endpoint={addDeviceProfiles}
        changes={addGroupProfiles.changes}
        counts={[
          { label: 'Distributed to devices', value: profile.device_count },
          { label: 'Distributed to groups', value: profile.group_count },
        ]}
        ways={{
          toDevice: (device_id) => call(addDeviceProfiles, { device_id, profile_ids: [id] }),
          toGroup: (group_id) => call(addGroupProfiles, { group_id, profile_ids: [id] }),
          fromDevice: (device_id) => call(removeDeviceProfiles, { device_id, profile_ids: [id] }),
          fromGroup: (group_id) => call(removeGroupProfiles, { group_id, profile_ids: [id] }),
        }}
        {...(!isPublished(profile) && { refusal: 'Not published. Publish it before distributing it.' })}
      />
      <RawRecordSection record={profile} />
    </Page>
  )
}

function Facts({ profile }: { profile: Profile }) {
  return (
    <Properties
      columns={3}
      items={[
        { label: 'Status', value: <CodeValue of={profileState(profile)} /> },
        { label: 'Platform', value: <CodeValue of={platformOf(profile.platform_type)} /> },
        { label: 'Version', value: profile.profile_version ?? '–' },
        // The numbers of scope are undocumented.
        {
          label: 'Scope',
          value: profile.scope === undefined ? '–' : <CodeValue of={coded('scope', {}, textOf(profile.scope))} />,
        },
        { label: 'Description', value: profile.profile_description || '–' },
        { label: 'Created by', value: profile.created_by || '–' },
        {
          label: 'Created',
          value: <Moment at={instantOf(profile.creation_time)} raw={textOf(profile.creation_time)} />,
        },
        { label: 'Changed by', value: profile.last_modified_by || '–' },
        {
          label: 'Changed',
          value: <Moment at={instantOf(profile.last_modified_time)} raw={textOf(profile.last_modified_time)} />,
        },
        { label: 'Profile ID', value: <code>{profile.profile_id ?? '–'}</code>, copy: profile.profile_id },
      ]}
    />
  )
}
