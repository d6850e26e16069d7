import { useState } from 'react'
import { useNavigate } from 'react-router'
import { change } from '#api/change.ts'
import { type JobOrder, planAsJob } from '#components/jobs/start-job.ts'
import {
  createSchedule,
  type QueriedKind,
  type ScheduleRule,
  type ScheduleTarget,
} from '#contract/console/schedules.ts'
import { counted } from '#contract/words/counted.ts'
import { paths } from '#paths.ts'
import { ChoiceField } from '#ui/form/ChoiceField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { type Timing, newTiming } from './timing-form.ts'
import { TimingDialog } from './TimingDialog.tsx'

type Props = {
  order: JobOrder
  /** Creates the job of the selected items; by default from the items of the order. */
  plan?: (order: JobOrder) => Promise<number>
  /** Number of selected items, if the order does not have them. */
  count?: number | undefined
  /** Query from which the items were selected. Offers to evaluate it at each start instead. */
  query?: string | undefined
  /** Kind of items of the query. */
  of?: QueriedKind
  target?: ScheduleTarget
  /** Initial repetition. */
  initial?: ScheduleRule['kind']
  /** For irreversible actions, which can be scheduled once but not repeated. */
  isOnce?: boolean
  onPlanned?: () => void
  onClose: () => void
}

const itemsOf = {
  device: { target: 'queried-devices', one: 'device', many: 'devices', skipped: 'cannot receive the command' },
  computer: { target: 'queried-computers', one: 'computer', many: 'computers', skipped: 'do not allow the action' },
} as const

/** Dialog for scheduling a job, once or repeatedly. Opens the page of the schedule afterward. */
export function PlanDialog(props: Props) {
  const { order, query, of = 'device', target = 'items', initial = 'daily', isOnce = false, onPlanned, onClose } = props
  const { plan = planAsJob, count } = props
  const { target: queried, one, many, skipped } = itemsOf[of]
  const all = many.charAt(0).toUpperCase() + many.slice(1)
  const able = order.items.filter(({ skip }) => !skip)
  const navigate = useNavigate()
  const [among, setAmong] = useState<'chosen' | 'query'>('chosen')
  const send = async (timing: Timing) => {
    // For a query, the job is a template of the input.
    const isQueried = query !== undefined && among === 'query'
    const job = await (isQueried ? planAsJob({ ...order, items: able.slice(0, 1) }) : plan(order))
    const about = isQueried ? ({ target: queried, query } as const) : { target }
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
              label={all}
              value={among}
              options={[
                { value: 'chosen', label: `The ${counted(count ?? able.length, one, many)} selected` },
                { value: 'query', label: `${all} that match the query at each start` },
              ]}
              onChange={setAmong}
            />
            {among === 'query' && (
              <div>
                <code>{query}</code>
                <Text size="sm" c="dimmed">
                  {all} that {skipped} are skipped. Later changes to a saved view do not affect this schedule.
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
