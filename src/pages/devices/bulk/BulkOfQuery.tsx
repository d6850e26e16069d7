import { useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { StartPlanned } from '#components/bulk/StartPlanned.tsx'
import { type JobOrder, untilPlanned } from '#components/jobs/start-job.ts'
import { PlanDialog } from '#components/schedules/PlanDialog.tsx'
import { planCommands } from '#contract/console/plans/selection-plans.ts'
import { type ActionName, actions } from '#contract/mdm/actions/actions.ts'
import { endpointOf } from '#contract/mdm/commands.ts'
import { deviceCount } from '#pages/devices/device-count.ts'
import { fieldsOf } from '#pages/devices/device/actions/action-form.ts'
import { orderFormOf } from '#pages/devices/device/actions/action-order.ts'
import { ParameterField } from '#pages/devices/device/actions/ParameterField.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { useCheckedForm } from '#ui/form/checked-form.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import classes from './Bulk.module.css'
import { type Chosen, forgetChosen } from './chosen.ts'
import { jobFor } from './order-job.ts'

type Props = { chosen: Chosen; action: ActionName; all: NonNullable<Chosen['all']> }

/** A command for more devices of a query than a page loads: the console plans the job. */
export function BulkOfQuery({ chosen, action, all }: Props) {
  const [evenThose, setEvenThose] = useState(false)
  const [job, setJob] = useState<number>()
  const [planning, setPlanning] = useState<JobOrder>()
  /** Whether the form was submitted by the schedule button. */
  const isForLater = useRef(false)
  const { problem, pending, attempted } = useAttempt()
  const { query = '' } = chosen
  const fields = fieldsOf(action)
  const { label } = actions[action]
  const count = deviceCount(all.count)
  const plan = async ({ title, input }: JobOrder) =>
    (await call(planCommands, { title, query, input, except: [...all.except], ...(evenThose && { evenThose }) })).id
  const { formProps } = useCheckedForm(orderFormOf(action), async (ordered) => {
    const order = { ...jobFor(chosen, action, ordered, new Map()), title: `${label} (${chosen.source})` }
    if (isForLater.current) setPlanning(order)
    else await attempted(async () => setJob(await plan(order)))
  })
  if (job !== undefined)
    return (
      <StartPlanned
        job={job}
        action={`Send “${label}” to`}
        kind="device"
        onStarted={forgetChosen}
        onClose={forgetChosen}
      />
    )
  return (
    <Form {...formProps} aria-label={label}>
      <Stack gap="md">
        <Text size="sm">
          The console checks the devices in its index and skips those that are not eligible, with the reason. Nothing is
          sent until you start the job.
        </Text>
        {fields.length > 0 && (
          <div className={classes.fields}>
            {fields.map((field) => (
              <ParameterField key={field.name} field={field} />
            ))}
          </div>
        )}
        <CheckboxField
          name="even-those"
          label="Also send to devices that are not eligible. The server decides."
          checked={evenThose}
          onChange={({ currentTarget }) => setEvenThose(currentTarget.checked)}
        />
        {problem && <ProblemPanel problem={problem} />}
        <Group gap="sm">
          <ActionButton
            variant="filled"
            endpoint={endpointOf(action)}
            type="submit"
            loading={pending}
            onClick={() => (isForLater.current = false)}
          >
            {`Check ${count}`}
          </ActionButton>
          <ActionButton endpoint={endpointOf(action)} type="submit" onClick={() => (isForLater.current = true)}>
            Schedule…
          </ActionButton>
        </Group>
      </Stack>
      {planning && (
        <PlanDialog
          order={planning}
          plan={async (order) => {
            const planned = await plan(order)
            await untilPlanned(planned)
            return planned
          }}
          count={all.count}
          query={query}
          onPlanned={forgetChosen}
          onClose={() => setPlanning(undefined)}
        />
      )}
    </Form>
  )
}
