import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { prefetch } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { RawRecordSection } from '#components/devices/RawRecordSection.tsx'
import { prefetchRows } from '#components/lists/use-server-list.ts'
import { OneProblem } from '#components/offered/OneProblem.tsx'
import { useOpened } from '#components/recent/use-opened.ts'
import { codeText } from '#contract/codes/legend.ts'
import { deleteGroup, deviceGroupType, getGroup, type Group, listGroups } from '#contract/mdm/groups.ts'
import { instantOf } from '#contract/time.ts'
import { textOf } from '#contract/words/value-text.ts'
import { remove } from '#api/remove.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { groupIdIn, groupQuery } from './group-query.ts'
import { GroupItems } from './GroupItems.tsx'
import { GroupMembers, membersList } from './GroupMembers.tsx'

export const loader = ({ params, request }: LoaderFunctionArgs) => {
  prefetch(groupQuery(groupIdIn(params)))
  return prefetchRows(membersList(groupIdIn(params)), request)
}

/** A group: its devices, and the items distributed through it. */
export function Component() {
  const id = groupIdIn(useParams())
  const { data: group, error, refetch } = useQuery(groupQuery(id))
  useOpened('Group', group && (group.name || id), paths.group(id))
  const state = error ? (
    <OneProblem error={error} of={getGroup} list={listGroups} onRetry={refetch} />
  ) : (
    !group && <Loading />
  )
  if (!group) return <Page title="Group">{state}</Page>
  const name = group.name || id
  return (
    <Page
      title={name}
      actions={
        <ActionButton
          endpoint={deleteGroup}
          renderDialog={(close) => <DeleteGroup id={id} name={name} onClose={close} />}
        >
          Delete group
        </ActionButton>
      }
    >
      {state}
      <Facts group={group} />
      <GroupItems id={id} group={group} />
      <GroupMembers id={id} name={name} />
      <RawRecordSection record={group} />
    </Page>
  )
}

const Facts = ({ group }: { group: Group }) => (
  <Properties
    columns={3}
    items={[
      { label: 'Description', value: group.description || '–' },
      { label: 'Type', value: typeOf(group) },
      { label: 'Domain', value: group.domain || '–' },
      { label: 'Created by', value: group.created_user || '–' },
      {
        label: 'Created',
        value: <Moment at={instantOf(group.created_time)} raw={textOf(group.created_time)} />,
      },
      { label: 'Group ID', value: <code>{group.group_id ?? '–'}</code>, copy: group.group_id },
    ]}
  />
)

/** Only the number of device groups is known. */
function typeOf({ group_type: type }: Group) {
  return type === undefined ? '–' : codeText({ [deviceGroupType]: `Device group (${type})` }, type)
}

function DeleteGroup({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Confirm
      title={`Delete group ${name}?`}
      action="Delete group"
      typed={name}
      onConfirm={() => remove(deleteGroup, { group_id: id }, () => navigate(paths.groups, { replace: true }))}
      onClose={onClose}
    >
      Its devices are kept but lose the apps and profiles distributed through the group. This cannot be undone.
    </Confirm>
  )
}
