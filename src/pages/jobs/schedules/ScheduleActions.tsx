import { useNavigate } from 'react-router'
import { change, useAttempt } from '#api/change.ts'
import { remove } from '#api/remove.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { timingOf } from '#components/schedules/timing-form.ts'
import { TimingDialog } from '#components/schedules/TimingDialog.tsx'
import {
  deleteSchedule,
  pauseSchedule,
  resumeSchedule,
  type Schedule,
  updateSchedule,
} from '#contract/console/schedules.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Group, Stack } from '#ui/layout/layout.ts'

/** Actions of a schedule in its current state. */
export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const { problem, isDoing, attempt } = useAttempt()
  const navigate = useNavigate()
  const { id, state, title, by } = schedule
  const lacking = !schedule.isPermitted && 'Your account does not have the permission that this schedule needs.'
  const notOwn = lacking || (!schedule.isMine && `It runs with the account of ${by}. Only they can do this.`)
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <ActionButton
          reason={notOwn}
          renderDialog={(close) => (
            <TimingDialog
              title="Edit schedule"
              action="Save"
              start={timingOf(schedule)}
              send={async (timing) => {
                await change(updateSchedule, { schedule: id, ...timing })
                close()
              }}
              onClose={close}
            />
          )}
        >
          Edit
        </ActionButton>
        {state === 'active' && (
          <ActionButton
            reason={lacking}
            loading={isDoing('pause')}
            onClick={() => attempt(() => change(pauseSchedule, { schedule: id }), 'pause')}
          >
            Pause
          </ActionButton>
        )}
        {state === 'paused' && (
          <ActionButton
            reason={notOwn}
            loading={isDoing('resume')}
            onClick={() => attempt(() => change(resumeSchedule, { schedule: id }), 'resume')}
          >
            Resume
          </ActionButton>
        )}
        <ActionButton
          reason={lacking}
          renderDialog={(close) => (
            <Confirm
              title={`Delete the schedule “${title}”?`}
              action="Delete"
              onConfirm={() => remove(deleteSchedule, { schedule: id }, () => navigate(paths.schedules))}
              onClose={close}
            >
              No further job starts. A job that is running continues, and jobs of earlier runs stay in the list of jobs.
            </Confirm>
          )}
        >
          Delete
        </ActionButton>
      </Group>
      {problem && <ProblemPanel problem={problem} />}
    </Stack>
  )
}
