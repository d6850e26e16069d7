import { invalidate } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionGroup } from '#components/actions/ActionGroup.tsx'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Resource } from '#contract/resource.ts'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { deviceChoices, groupChoices } from './device-picker/choices.ts'
import { PickDialog } from './device-picker/PickDialog.tsx'
import { countText } from './resource-words.ts'

type Ways = Record<'toDevice' | 'toGroup' | 'fromDevice' | 'fromGroup', (id: string) => Promise<unknown>>
type Props = {
  name: string
  ways: Ways
  changes: readonly Resource[]
  endpoint: Endpoint
  counts: { label: string; value: number | undefined }[]
  /** Why distribution is unavailable at the moment. */
  refusal?: string
}

const dialogs = {
  toDevice: {
    label: 'Distribute to devices',
    action: 'Distribute',
    choices: deviceChoices,
    placeholder: 'Name, user, serial number …',
  },
  toGroup: {
    label: 'Distribute to groups',
    action: 'Distribute',
    choices: groupChoices,
    placeholder: 'Name or description',
  },
  fromDevice: {
    label: 'Remove from devices',
    action: 'Remove',
    choices: deviceChoices,
    placeholder: 'Name, user, serial number …',
  },
  fromGroup: {
    label: 'Remove from groups',
    action: 'Remove',
    choices: groupChoices,
    placeholder: 'Name or description',
  },
} as const
const giving = ['toDevice', 'toGroup'] as const
const taking = ['fromDevice', 'fromGroup'] as const

/** Distribution of a profile or an app to devices and groups: counts and actions. */
export function Distribution({ name, ways, changes, endpoint, counts, refusal }: Props) {
  const button = (way: keyof typeof dialogs) => (
    <ActionButton
      key={way}
      endpoint={endpoint}
      size="xs"
      renderDialog={(close) => (
        <PickDialog
          {...dialogs[way]}
          title={`${dialogs[way].label}: ${name}`}
          each={({ id }) => ways[way](id)}
          onDone={() => invalidate(changes)}
          onClose={close}
        />
      )}
    >
      {dialogs[way].label}
    </ActionButton>
  )
  return (
    <Panel title="Distribution">
      <Text size="sm">{counts.map(({ label, value }) => `${label}: ${countText(value)}`).join(' · ')}</Text>
      <Stack gap="xs" mt="sm">
        <ActionGroup reason={refusal}>{giving.map(button)}</ActionGroup>
        <ActionGroup>{taking.map(button)}</ActionGroup>
      </Stack>
    </Panel>
  )
}
