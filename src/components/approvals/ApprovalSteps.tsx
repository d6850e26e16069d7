import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { countOf } from '#components/jobs/job-words.ts'
import { approveJob, refuseJob, releaseJob } from '#contract/console/approvals.ts'
import { guardedActions } from '#contract/console/guarded-words.ts'
import { type Job, type JobItem, stopJob } from '#contract/console/jobs.ts'
import { TextAreaField } from '#ui/form/TextAreaField.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { deedText, namesText } from './approval-words.ts'

type Props = {
  job: Job
  /** Small buttons for table rows; accessible names include the job number. */
  compact?: boolean
}

/**
 * Actions on a job that awaits approval: approve or refuse for other users, cancel or emergency release for the
 * requester.
 */
export function ApprovalSteps({ job, compact = false }: Props) {
  const { id, isMine, isPermitted } = job
  const size = compact ? 'compact-xs' : undefined
  const named = (verb: string) => (compact ? `${verb} job ${id}` : undefined)
  const notPermitted = !isPermitted && 'Your account does not have the permission that this job needs.'
  const cancel = (
    <ActionButton
      size={size}
      variant="default"
      aria-label={named('Cancel')}
      reason={notPermitted}
      renderDialog={(close) => (
        <Confirm
          title={`Cancel “${deedText(job)}”?`}
          action="Cancel job"
          onConfirm={() => change(stopJob, { job: id })}
          onClose={close}
        >
          Nothing will be sent.
        </Confirm>
      )}
    >
      Cancel
    </ActionButton>
  )
  if (isMine) {
    return (
      <Group gap="xs" wrap="nowrap">
        {cancel}
        {!compact && (
          <ActionButton color="red.9" renderDialog={(close) => <ReleaseDialog job={job} onClose={close} />}>
            Release in an emergency…
          </ActionButton>
        )}
      </Group>
    )
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionButton
        size={size}
        variant="filled"
        aria-label={named('Approve')}
        reason={notPermitted}
        renderDialog={(close) => <ApproveDialog job={job} onClose={close} />}
      >
        Approve
      </ActionButton>
      <ActionButton
        size={size}
        variant="default"
        aria-label={named('Refuse')}
        reason={notPermitted}
        renderDialog={(close) => <RefuseDialog job={job} onClose={close} />}
      >
        Refuse
      </ActionButton>
    </Group>
  )
}

/** Chosen items that the dialog names. */
const maxNamed = 3

type DialogProps = { job: Job; onClose: () => void }

/** `chosen`: the items to approve; all others are skipped. */
export function ApproveDialog({ job, chosen, onClose }: DialogProps & { chosen?: readonly JobItem[] }) {
  const { id, by, kind, counts } = job
  const count = chosen?.length ?? counts.waiting
  const names = chosen ? chosen.slice(0, maxNamed).flatMap((item) => item.names ?? []) : job.names
  const affected = namesText(names, count)
  const items = chosen?.map(({ n }) => n)
  return (
    <Confirm
      title={`${deedText(job)}: ${countOf(kind, count)}?`}
      action="Approve"
      onConfirm={() => change(approveJob, { job: id, by, ...(items && { items }) })}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">
          {by} requested this{job.reason === '' ? '.' : `: “${job.reason}”`}
        </Text>
        {affected !== '' && <Text size="sm">{affected}</Text>}
        {job.approval && <Text size="sm">{guardedActions[job.approval.action].help}</Text>}
        {job.target !== '' && <Text size="sm">Sent with: {job.target}</Text>}
        <Text size="sm">
          It is sent at once with the account of {by}. Both names are recorded in the audit.
          {chosen && ` Skipped: ${countOf(kind, counts.waiting - count)}.`}
        </Text>
      </Stack>
    </Confirm>
  )
}

function RefuseDialog({ job, onClose }: DialogProps) {
  return (
    <FormDialog
      title={`Refuse “${deedText(job)}” of ${job.by}?`}
      action="Refuse"
      schema={refusal}
      send={({ note }) => change(refuseJob, { job: job.id, by: job.by, note })}
      onClose={onClose}
    >
      <Text size="sm">Nothing will be sent.</Text>
      <TextAreaField name="note" label={`Note to ${job.by} (optional)`} rows={3} autoFocus />
    </FormDialog>
  )
}

function ReleaseDialog({ job, onClose }: DialogProps) {
  return (
    <FormDialog
      title="Release without a second person?"
      action="Release"
      schema={release}
      send={({ reason }) => change(releaseJob, { job: job.id, reason })}
      onClose={onClose}
    >
      <Text size="sm">
        Only if nobody else can be reached. Everything pending is sent at once: {countOf(job.kind, job.counts.waiting)}.
        You confirm with your password and a one-time code. The release is recorded in the audit, and shown under
        Approvals to all who can see the job.
      </Text>
      <TextAreaField name="reason" label="Reason" rows={3} required autoFocus />
    </FormDialog>
  )
}

const refusal = z.pick(refuseJob.input, { note: true })
const release = z.pick(releaseJob.input, { reason: true })
