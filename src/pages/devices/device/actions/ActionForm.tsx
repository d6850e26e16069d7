import { type KeyboardEvent, useState } from 'react'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { typeToConfirm } from '#components/actions/action-reason.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ReasonFields } from '#components/reason/ReasonFields.tsx'
import { type ActionName, actions, isIrreversible } from '#contract/mdm/actions/actions.ts'
import type { Device, DeviceCommand } from '#contract/mdm/devices.ts'
import { textOf } from '#contract/words/value-text.ts'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { fieldsOf } from './action-form.ts'
import { orderFormOf } from './action-order.ts'
import { ActionMeaning } from './ActionMeaning.tsx'
import { confirmedName } from './confirmed-name.ts'
import { NotSent } from './NotSent.tsx'
import { ParameterField } from './ParameterField.tsx'
import { sendAction } from './send-action.ts'

type Props = {
  device: Device
  action: ActionName
  onSent: (entry: DeviceCommand) => void
  onClose: () => void
}

export function ActionForm({ device, action, onSent, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const wanted = isIrreversible(action) ? confirmedName(device) : undefined
  const ready = wanted === undefined || typed.trim() === wanted
  const { problem, pending, formProps } = useSentForm(orderFormOf(action), async (ordered) => {
    if (ready) onSent(await sendAction(textOf(device.device_id), action, ordered))
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- suppresses keys only
    <Form {...formProps} onKeyDown={ignoreHeldEnter} aria-label={actions[action].label}>
      <Stack gap="md">
        <ActionMeaning device={device} action={action} />
        {fieldsOf(action).map((field) => (
          <ParameterField key={field.name} field={field} />
        ))}
        {isIrreversible(action) && <ReasonFields />}
        {wanted !== undefined && (
          <TextField
            name="typed_name"
            label={`Type “${wanted}” to confirm`}
            value={typed}
            autoComplete="off"
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        {problem && <NotSent problem={problem} deviceId={textOf(device.device_id)} />}
        <Group justify="end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <ActionButton
            variant="filled"
            type="submit"
            color={isIrreversible(action) ? 'red.9' : undefined}
            reason={!ready && typeToConfirm}
            loading={pending}
          >
            {actions[action].label}
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  )
}

/** Ignores an Enter key that is still pressed, to prevent an accidental submission. */
const ignoreHeldEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}
