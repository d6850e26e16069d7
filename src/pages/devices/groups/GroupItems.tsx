import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#api/call.ts'
import { change, invalidate } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import {
  addGroupApps,
  addGroupProfiles,
  type Group,
  removeGroupApps,
  removeGroupProfiles,
} from '#contract/mdm/groups.ts'
import type { Resource } from '#contract/resource.ts'
import { appChoices, profileChoices } from '#pages/devices/device-picker/choices.ts'
import { PickDialog } from '#pages/devices/device-picker/PickDialog.tsx'
import { paths } from '#paths.ts'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import classes from './GroupItems.module.css'

type Item = { id: string; name: string; to: string }
type Props = { id: string; group: Group }

/** Apps and profiles distributed through a group. */
export function GroupItems({ id, group }: Props) {
  const { apps = [], profiles = [] } = group
  return (
    <div className={classes.pair}>
      <Items
        title="Profiles"
        items={profiles.map(({ profile_id = '', profile_name }) => ({
          id: profile_id,
          name: profile_name || profile_id,
          to: paths.profile(profile_id),
        }))}
        choices={profileChoices}
        add={(profile) => call(addGroupProfiles, { group_id: id, profile_ids: [profile] })}
        remove={(profile) => change(removeGroupProfiles, { group_id: id, profile_ids: [profile] })}
        changes={addGroupProfiles.changes}
      />
      <Items
        title="Apps"
        items={apps.map(({ app_id = '', app_name }) => ({
          id: app_id,
          name: app_name || app_id,
          to: paths.app(app_id),
        }))}
        choices={appChoices}
        add={(app) => call(addGroupApps, { group_id: id, app_ids: [app] })}
        remove={(app) => change(removeGroupApps, { group_id: id, app_ids: [app] })}
        changes={addGroupApps.changes}
      />
    </div>
  )
}

type ItemsProps = {
  title: 'Profiles' | 'Apps'
  items: Item[]
  choices: typeof appChoices
  add: (id: string) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
  changes: readonly Resource[]
}

function Items({ title, items, choices, add, remove, changes }: ItemsProps) {
  const [removing, setRemoving] = useState<Item>()
  const what = title.toLowerCase()
  return (
    <Panel
      title={title}
      actions={
        <ActionButton
          endpoint={addGroupApps}
          size="xs"
          renderDialog={(close) => (
            <PickDialog
              title={`Distribute ${what} to this group`}
              placeholder={`Name of ${what}`}
              action="Distribute"
              choices={choices}
              each={(item) => add(item.id)}
              onDone={() => invalidate(changes)}
              onClose={close}
            />
          )}
        >
          Distribute {what}
        </ActionButton>
      }
    >
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          No {what} are distributed to this group.
        </Text>
      )}
      {items.length > 0 && (
        <ul className={classes.items}>
          {items.map((item) => (
            <li key={item.id}>
              <Anchor component={Link} to={item.to} size="sm">
                {item.name}
              </Anchor>
              <ActionButton
                endpoint={removeGroupApps}
                size="compact-xs"
                variant="subtle"
                aria-label={`Remove ${item.name}`}
                onClick={() => setRemoving(item)}
              >
                Remove
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      {removing && (
        <Confirm
          title={`Remove ${removing.name}?`}
          action="Remove"
          onConfirm={() => remove(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          It is removed from the devices in this group unless it is distributed to them directly or through another
          group.
        </Confirm>
      )}
    </Panel>
  )
}
