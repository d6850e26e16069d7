import { useState } from 'react'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { type ActionName, actions, isIrreversible } from '#contract/mdm/actions/actions.ts'
import { endpointOf } from '#contract/mdm/commands.ts'
import { fieldsOf, formOf } from '#pages/devices/device/actions/action-form.ts'
import { ParameterField } from '#pages/devices/device/actions/ParameterField.tsx'
import type { Parameters } from '#pages/devices/device/actions/send-action.ts'
import { useCheckedForm } from '#ui/form/checked-form.ts'
import { Stack, Text } from '#ui/layout/layout.ts'
import classes from './Bulk.module.css'
import type { BulkRun, Target } from './run.ts'
import type { BulkRunner } from './runner.ts'
import { devicesInWords } from './words.ts'

type Props = {
  run: BulkRun
  runner: BulkRunner
  action: ActionName
  leftOut: ReadonlyMap<string, string>
}

/** What goes with the command, and the button that sends it; what cannot be undone is confirmed by its number. */
export function BulkOrder({ run, runner, action, leftOut }: Props) {
  const [confirming, setConfirming] = useState<Parameters>()
  const targets = run.targets.filter(({ id }) => !leftOut.has(id))
  const send = (parameters: Parameters) => runner.begin(run, { action, parameters, leftOut })
  const { errors, formProps } = useCheckedForm(formOf(action), async (parameters) => {
    if (isIrreversible(action)) setConfirming(parameters)
    else send(parameters)
  })
  const label = actions[action].label
  return (
    <form {...formProps} aria-label={label}>
      <Stack gap="md">
        <div className={classes.fields}>
          {fieldsOf(action).map((field) => (
            <ParameterField key={field.name} field={field} error={errors[field.name]} />
          ))}
        </div>
        <ActionButton
          variant="filled"
          endpoint={endpointOf(action)}
          type="submit"
          w="fit-content"
          color={isIrreversible(action) ? 'red.9' : undefined}
          reason={targets.length === 0 && 'None of the selected devices can receive this command.'}
        >
          {targets.length === 0 ? 'No eligible devices' : `Send “${label}” to ${devicesInWords(targets.length)}`}
        </ActionButton>
      </Stack>
      {confirming && (
        <Confirm
          title={`${label}: ${devicesInWords(targets.length)}?`}
          action={label}
          typed={`wipe ${targets.length}`}
          onConfirm={async () => send(confirming)}
          onClose={() => setConfirming(undefined)}
        >
          <Text>
            {actions[action].happens} {actions[action].undo}
          </Text>
          <Named targets={targets} />
        </Confirm>
      )}
    </form>
  )
}

/** Every device by its name: a number alone is soon typed. */
const Named = ({ targets }: { targets: readonly Target[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to by keyboard
  <ul aria-label="Devices" tabIndex={0} className={classes.named}>
    {targets.map(({ id, name, user, serial }) => (
      <li key={id}>{[name, user, serial].filter(Boolean).join(', ')}</li>
    ))}
  </ul>
)
