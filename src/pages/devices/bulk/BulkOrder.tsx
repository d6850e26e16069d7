import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAttempt } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { HeldNotice } from '#components/approvals/HeldNotice.tsx'
import { startAsJob } from '#components/jobs/start-job.ts'
import { PlanDialog } from '#components/schedules/PlanDialog.tsx'
import { ReasonFields } from '#components/reason/ReasonFields.tsx'
import { type ActionName, actions, isIrreversible } from '#contract/mdm/actions/actions.ts'
import { isForQueries } from '#contract/mdm/actions/verdict.ts'
import { endpointOf } from '#contract/mdm/commands.ts'
import { fieldsOf } from '#pages/devices/device/actions/action-form.ts'
import { orderFormOf } from '#pages/devices/device/actions/action-order.ts'
import { ParameterField } from '#pages/devices/device/actions/ParameterField.tsx'
import type { Ordered } from '#pages/devices/device/actions/send-action.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { useCheckedForm } from '#ui/form/checked-form.ts'
import { Form } from '#ui/form/Form.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import classes from './Bulk.module.css'
import { type Chosen, forgetChosen, type Target } from './chosen.ts'
import { jobFor } from './order-job.ts'
import { deviceCount } from '#pages/devices/device-count.ts'

type Props = {
  chosen: Chosen
  action: ActionName
  leftOut: ReadonlyMap<string, string>
}

/**
 * Parameters of the command, and the send button. Irreversible commands must be confirmed by typing the number of
 * devices.
 */
export function BulkOrder({ chosen, action, leftOut }: Props) {
  const [confirming, setConfirming] = useState<Ordered>()
  const [planning, setPlanning] = useState<Ordered>()
  /** Whether the form was submitted by the schedule button. */
  const isForLater = useRef(false)
  const navigate = useNavigate()
  const { problem, pending, attempted } = useAttempt()
  const targets = chosen.targets.filter(({ id }) => !leftOut.has(id))
  const send = async (ordered: Ordered) => {
    const { id } = await startAsJob(jobFor(chosen, action, ordered, leftOut))
    await navigate(paths.job(String(id)))
    forgetChosen()
  }
  const { formProps } = useCheckedForm(orderFormOf(action), async (ordered) => {
    if (isIrreversible(action)) setConfirming(ordered)
    else if (isForLater.current) setPlanning(ordered)
    else await attempted(() => send(ordered))
  })
  const query = isForQueries(action) ? chosen.query : undefined
  const label = actions[action].label
  const guarded = endpointOf(action).guards?.({ device_ids: [], action_name: action })
  const none = targets.length === 0 && 'None of the selected devices can receive this command.'
  return (
    <Form {...formProps} aria-label={label}>
      <Stack gap="md">
        <div className={classes.fields}>
          {fieldsOf(action).map((field) => (
            <ParameterField key={field.name} field={field} />
          ))}
          {isIrreversible(action) && <ReasonFields />}
        </div>
        {guarded && <HeldNotice action={guarded.action} count={targets.length} />}
        {problem && <ProblemPanel problem={problem} />}
        <Group gap="sm">
          <ActionButton
            variant="filled"
            endpoint={endpointOf(action)}
            type="submit"
            loading={pending}
            color={isIrreversible(action) ? 'red.9' : undefined}
            reason={none}
            onClick={() => (isForLater.current = false)}
          >
            {none ? 'No eligible devices' : `Send “${label}” to ${deviceCount(targets.length)}`}
          </ActionButton>
          <ActionButton
            endpoint={endpointOf(action)}
            type="submit"
            reason={none}
            onClick={() => (isForLater.current = true)}
          >
            Schedule…
          </ActionButton>
        </Group>
      </Stack>
      {confirming && (
        <Confirm
          title={`${label}: ${deviceCount(targets.length)}?`}
          action={label}
          typed={`wipe ${targets.length}`}
          onConfirm={async () => {
            if (isForLater.current) setPlanning(confirming)
            else await send(confirming)
          }}
          onClose={() => setConfirming(undefined)}
        >
          <Text>
            {actions[action].happens} {actions[action].undo}
          </Text>
          <Named targets={targets} />
        </Confirm>
      )}
      {planning && (
        <PlanDialog
          order={{
            ...jobFor(chosen, action, planning, leftOut),
            // The number of devices can differ between runs.
            ...(query !== undefined && { title: `${label} (${chosen.source})` }),
          }}
          query={query}
          isOnce={isIrreversible(action)}
          onPlanned={forgetChosen}
          onClose={() => setPlanning(undefined)}
        />
      )}
    </Form>
  )
}

/** Lists all device names, because a number alone is too easily confirmed. */
const Named = ({ targets }: { targets: readonly Target[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable by keyboard
  <ul aria-label="Devices" tabIndex={0} className={classes.named}>
    {targets.map(({ id, name, user, serial }) => (
      <li key={id}>{[name, user, serial].filter(Boolean).join(', ')}</li>
    ))}
  </ul>
)
