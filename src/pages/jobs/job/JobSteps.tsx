import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/call.ts'
import { change, useAttempt } from '#api/change.ts'
import { remove } from '#api/remove.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { useReason } from '#components/reason/use-reason.ts'
import { countOf, deedOf } from '#components/jobs/job-words.ts'
import {
  fetchJobFiles,
  type Job,
  pauseJob,
  removeJob,
  resumeJob,
  type retriedOutcomes,
  retryJob,
  startJob,
  stopJob,
} from '#contract/console/jobs.ts'
import { labelOf } from '#contract/words/label.ts'
import { counted } from '#contract/words/counted.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { saveFile } from '#ui/values/save-file.ts'

type Retried = (typeof retriedOutcomes)[number]

/** Actions of a job in its current state. Items without a response are resent only on request. */
export function JobSteps({ job }: { job: Job }) {
  const { problem, isDoing, attempt } = useAttempt()
  const [retrying, setRetrying] = useState<readonly Retried[]>()
  const { askReason, dialog } = useReason()
  const navigate = useNavigate()
  const { id, state, counts, kind } = job
  const reason =
    (!job.isPermitted && 'Your account does not have the permission that this job needs.') ||
    (!job.isMine && `This job runs with the account of ${job.by}. Only they can do this.`)
  const failed = counts.failed + counts.refused
  const step = (name: string, label: string, work: () => Promise<unknown>, why: string | false | undefined = false) => (
    <ActionButton reason={why} loading={isDoing(name)} onClick={() => attempt(work, name)}>
      {label}
    </ActionButton>
  )
  const retry = (count: number, label: string, outcomes: readonly Retried[]) =>
    state !== 'planned' &&
    count > 0 && (
      <ActionButton reason={reason} onClick={() => setRetrying(outcomes)}>
        {label}
      </ActionButton>
    )
  const start = async () => {
    const about = 'The reason is recorded in the audit with each item of the job.'
    const why = job.asksReason ? await askReason({ title: `Start “${job.title}”?`, action: 'Start', about }) : {}
    if (why) await change(startJob, { job: id, ...why })
  }
  const download = async () => {
    const file = await call(fetchJobFiles, { job: id, isSecret: job.files?.isSecret ?? true })
    saveFile(file.name, file.bytes.slice(), 'application/zip')
  }
  const isPending = state === 'running' && counts.waiting + counts.sent > 0
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {state === 'planned' && step('start', 'Start', start, reason || job.why?.message)}
        {state === 'running' && step('pause', 'Pause', () => change(pauseJob, { job: id }))}
        {state === 'paused' && step('resume', 'Resume', () => change(resumeJob, { job: id }), reason)}
        {(isPending || state === 'paused') && step('stop', 'Stop', () => change(stopJob, { job: id }))}
        {retry(failed, `Retry ${countOf(kind, failed)} ${deedOf(kind).ofFailed}`, ['failed', 'refused'])}
        {retry(counts.unknown, deedOf(kind).unsure(countOf(kind, counts.unknown)), ['unknown'])}
        {job.files && (
          <ActionButton
            reason={!job.isMine && `Only ${job.by} can download these files.`}
            loading={isDoing('files')}
            onClick={() => attempt(download, 'files')}
          >
            Download archive ({counted(job.files.count, 'file', 'files')})
          </ActionButton>
        )}
        {(state === 'ended' || state === 'planned') &&
          step('remove', 'Remove from the list', () => remove(removeJob, { job: id }, () => navigate(paths.jobs)))}
      </Group>
      {job.files && (
        <Text size="sm">
          The files are kept encrypted and expire <Moment at={new Date(job.files.until)} />.
        </Text>
      )}
      {problem && <ProblemPanel problem={problem} />}
      {dialog}
      {retrying && <Retry job={job} outcomes={retrying} onClose={() => setRetrying(undefined)} />}
    </Stack>
  )
}

type Props = { job: Job; outcomes: readonly Retried[]; onClose: () => void }

function Retry({ job, outcomes, onClose }: Props) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const deed = deedOf(job.kind)
  const count = outcomes.reduce((sum, outcome) => sum + job.counts[outcome], 0)
  return (
    <Confirm
      title={deed.again(countOf(job.kind, count))}
      action={deed.press}
      danger={false}
      onConfirm={() =>
        change(retryJob, { job: job.id, outcomes: [...outcomes], ...(job.erased.length > 0 && { input: typed }) })
      }
      onClose={onClose}
    >
      <Stack gap="sm">
        <span>{outcomes.includes('unknown') ? deed.doubt : deed.means(job.title)}</span>
        {job.erased.map((name) => (
          <PasswordField
            key={name}
            name={name}
            label={labelOf(name)}
            description="Erased when the job ended. Enter it again."
            autoComplete="off"
            onChange={({ currentTarget }) => setTyped((before) => ({ ...before, [name]: currentTarget.value }))}
          />
        ))}
      </Stack>
    </Confirm>
  )
}
