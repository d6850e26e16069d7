import { useState } from 'react'
import { useNavigate } from 'react-router'
import { change } from '#api/change.ts'
import { type JobOrder, planAsJob } from '#components/jobs/start-job.ts'
import { createSchedule, type ScheduleRule, type ScheduleTarget } from '#contract/console/schedules.ts'
import { counted } from '#contract/words/counted.ts'
import { paths } from '#paths.ts'
import { ChoiceField } from '#ui/form/ChoiceField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { type Timing, newTiming } from './timing-form.ts'
import { TimingDialog } from './TimingDialog.tsx'

type Props = {
  order: JobOrder
  /** Query from which the devices were selected. Offers to evaluate it at each start instead. */
  query?: string | undefined
  target?: ScheduleTarget
  /** Initial repetition. */
  initial?: ScheduleRule['kind']
  /** For irreversible actions, which can be scheduled once but not repeated. */
  isOnce?: boolean
  onPlanned?: () => void
  onClose: () => void
}

const devicesText = ({ items }: JobOrder) => counted(items.filter(({ skip }) => !skip).length, 'device', 'devices')

/** Dialog for scheduling a job, once or repeatedly. Opens the page of the schedule afterward. */
export function PlanDialog(props: Props) {
  const { order, query, target = 'items', initial = 'daily', isOnce = false, onPlanned, onClose } = props
  const navigate = useNavigate()
  const [among, setAmong] = useState<'chosen' | 'query'>('chosen')
  const send = async (timing: Timing) => {
    // For a query, one device is sent as a template of the job's input.
    const isQueried = query !== undefined && among === 'query'
    const job = await planAsJob(
      isQueried ? { ...order, items: order.items.filter(({ skip }) => !skip).slice(0, 1) } : order,
    )
    const about = isQueried ? ({ target: 'queried-devices', query } as const) : { target }
    const { id } = await change(createSchedule, { job, ...about, ...timing, ...order.why })
    await navigate(paths.schedule(String(id)))
    onPlanned?.()
  }
  return (
    <TimingDialog
      title="Schedule job"
      action="Schedule"
      start={newTiming(order.title, isOnce ? 'once' : initial)}
      isOnce={isOnce}
      {...(query !== undefined && {
        fields: (
          <>
            <ChoiceField
              label="Devices"
              value={among}
              options={[
                { value: 'chosen', label: `The ${devicesText(order)} selected` },
                { value: 'query', label: 'Devices that match the query at each start' },
              ]}
              onChange={setAmong}
            />
            {among === 'query' && (
              <div>
                <code>{query}</code>
                <Text size="sm" c="dimmed">
                  Devices that cannot receive the command are skipped. Later changes to a saved view do not affect this
                  schedule.
                </Text>
              </div>
            )}
          </>
        ),
      })}
      send={send}
      onClose={onClose}
    />
  )
}
