import { type ActionName, actions, isIrreversible } from '#contract/mdm/actions/actions.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'
import { nameOf, platformOf } from '#pages/devices/device-facts.ts'
import { FieldValue } from '#pages/devices/device/FieldValue.tsx'
import { known } from '#pages/devices/device/record-fields.ts'
import { shown } from '#components/devices/field-value.ts'
import { userOf } from '#components/devices/user-of.ts'
import { textOf } from '#contract/words/value-text.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Text } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'

const whileOffline =
  'If the device is offline, the command waits until its next contact. Until then, it can be canceled in the command history.'

/** Effect of an action, how to undo it, and its handling while the device is offline. */
export const ActionEffect = ({ action }: { action: ActionName }) => (
  <div>
    <Text size="sm">{actions[action].happens}</Text>
    <Text size="sm" mt={6}>
      <strong>To undo:</strong> {actions[action].undo}
    </Text>
    <Text size="sm" mt={6} c="dimmed">
      {whileOffline}
    </Text>
  </div>
)

/** Effect of an action, the device's user, how to undo it, and its handling while offline. */
export function ActionMeaning({ device, action }: { device: Device; action: ActionName }) {
  if (!isIrreversible(action)) return <ActionEffect action={action} />
  const { happens, undo } = actions[action]
  return (
    <>
      <Notice tone="bad" title={happens}>
        <span>{undo}</span>
        <span>{whileOffline}</span>
      </Notice>
      <Properties bare columns={1} items={targetOf(device)} />
    </>
  )
}

/** Device user, to prevent an irreversible action on the wrong device. */
const targetOf = (device: Device) => {
  const user = userOf(device)
  const owner = shown('owned_by', known.owned_by, device.owned_by)
  return [
    { label: 'Device', value: nameOf(device) },
    { label: 'Serial number', value: textOf(device.serial_number) || '–' },
    { label: 'User', value: [user.name, user.email].filter(Boolean).join(', ') || '–' },
    { label: 'Platform', value: platformOf(device) || '–' },
    { label: 'Owned by', value: <FieldValue label="Owned by" shown={owner} /> },
    {
      label: 'Last contact',
      value: <Moment at={instantOf(device.last_contact_time)} raw={textOf(device.last_contact_time)} />,
    },
  ]
}
