import { useState } from 'react'
import { invalidate } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import type { Permission } from '#contract/permission.ts'
import type { Resource } from '#contract/resource.ts'
import { Button, Group, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { deviceChoices, groupChoices } from './device-picker/choices.ts'
import { PickDialog } from './device-picker/PickDialog.tsx'
import { countText } from './resource-words.ts'

type Ways = Record<'toDevice' | 'toGroup' | 'fromDevice' | 'fromGroup', (id: string) => Promise<unknown>>
type Props = {
  name: string
  ways: Ways
  changes: readonly Resource[]
  permission: Permission
  counts: { label: string; value: number | undefined }[]
  /** Why it cannot be distributed now. */
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
const names = Object.keys(dialogs) as (keyof typeof dialogs)[]
const gives = (name: keyof typeof dialogs) => name === 'toDevice' || name === 'toGroup'

/** Who has a profile or an app, and who is to have it. */
export function Distribution({ name, ways, changes, permission, counts, refusal }: Props) {
  const [open, setOpen] = useState<keyof typeof dialogs>()
  const may = useMay()(permission)
  const why = may ? refusal : `Distributing it requires ${permission}.`
  return (
    <Panel title="Distribution">
      <Text size="sm">{counts.map(({ label, value }) => `${label}: ${countText(value)}`).join(' · ')}</Text>
      <Group gap="xs" mt="sm">
        {names.map((way) => (
          <Button
            key={way}
            size="xs"
            variant="default"
            disabled={!may || (gives(way) && refusal !== undefined)}
            onClick={() => setOpen(way)}
          >
            {dialogs[way].label}
          </Button>
        ))}
      </Group>
      {why && (
        <Text size="sm" c="dimmed" mt="xs">
          {why}
        </Text>
      )}
      {open && (
        <PickDialog
          title={`${dialogs[open].label}: ${name}`}
          placeholder={dialogs[open].placeholder}
          action={dialogs[open].action}
          choices={dialogs[open].choices}
          each={({ id }) => ways[open](id)}
          onDone={() => invalidate(changes)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Panel>
  )
}
