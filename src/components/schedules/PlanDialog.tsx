import { useNavigate } from 'react-router'
import { change } from '#api/change.ts'
import { type JobOrder, planAsJob } from '#components/jobs/start-job.ts'
import { createSchedule, type ScheduleRule, type ScheduleTarget } from '#contract/console/schedules.ts'
import { paths } from '#paths.ts'
import { type Timing, newTiming } from './timing-form.ts'
import { TimingDialog } from './TimingDialog.tsx'

type Props = {
  order: JobOrder
  target?: ScheduleTarget
  /** How often, unless they choose otherwise. */
  initial?: ScheduleRule['kind']
  /** It cannot be undone: it runs at one time, and is not repeated. */
  isOnce?: boolean
  onPlanned?: () => void
  onClose: () => void
}

/** The same job, started later by the console: once, or by a rule. Then goes to its schedule. */
export function PlanDialog({ order, target = 'items', initial = 'daily', isOnce = false, onPlanned, onClose }: Props) {
  const navigate = useNavigate()
  const send = async (timing: Timing) => {
    const job = await planAsJob(order)
    const { id } = await change(createSchedule, { job, target, ...timing, ...order.why })
    await navigate(paths.schedule(String(id)))
    onPlanned?.()
  }
  return (
    <TimingDialog
      title="Plan for later"
      action="Schedule"
      start={newTiming(order.title, isOnce ? 'once' : initial)}
      isOnce={isOnce}
      send={send}
      onClose={onClose}
    />
  )
}
