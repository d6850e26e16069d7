import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { NotFound } from '#components/area/NotFound.tsx'
import { numberInAddress } from '#pages/jobs/number-in-address.ts'
import { decisionText, deedText } from '#components/approvals/approval-words.ts'
import { ApprovalSteps } from '#components/approvals/ApprovalSteps.tsx'
import { countOf, deedOf, paceText, progressOf, stateText, stateWords } from '#components/jobs/job-words.ts'
import { NoticesAbout } from '#components/notices/NoticesAbout.tsx'
import { useJobChanges } from '#components/jobs/StartedJob.tsx'
import { guardedActions } from '#contract/console/guarded-words.ts'
import { type Job, readJob } from '#contract/console/jobs.ts'
import { paths } from '#paths.ts'
import { Meter } from '#ui/feedback/Meter.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Anchor, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { useNow } from '#ui/values/clock.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { JobItems } from '#components/jobs/JobItems.tsx'
import { ApproveChosen } from './ApproveChosen.tsx'
import { JobSteps } from './JobSteps.tsx'

/** A job: status, results of items, and actions. */
export function Component() {
  const { id = '' } = useParams()
  const number = numberInAddress(id)
  const {
    data: job,
    error,
    refetch,
  } = useQuery({
    ...query(readJob, { job: number ?? 1 }),
    enabled: number !== undefined,
  })
  useJobChanges(job, 'none')
  if (!job) {
    return (
      <Page title={`Job ${id}`}>
        {number === undefined || (error && problemOf(error).status === 404) ? (
          <NotFound
            title="Job not found"
            hint="It was removed, or the address is not that of a job."
            all="All jobs"
            to={paths.jobs}
          />
        ) : (
          <QueryState error={error} refetch={refetch} waiting={!error} />
        )}
      </Page>
    )
  }
  return (
    <Page title={job.title} actions={<NoticesAbout page={paths.job(String(job.id))} />}>
      {(job.state === 'paused' || job.state === 'planned') && job.why && (
        <Notice tone="warn" title={job.state === 'paused' ? 'Paused' : 'Not planned completely'}>
          <span>{job.why.message}</span>
        </Notice>
      )}
      {job.approval && <Approval job={job} />}
      <Progress job={job} />
      <JobItems
        job={job}
        SelectionActions={job.state === 'held' && !job.isMine && job.total > 1 ? ApproveChosen : undefined}
      />
    </Page>
  )
}

function Progress({ job }: { job: Job }) {
  const { meant, processed } = progressOf(job)
  const { label, tone } = stateWords[job.state]
  const { done } = deedOf(job.kind)
  const pace = paceText(job, useNow())
  return (
    <Panel
      title={`Job ${job.id}`}
      aside={
        <span>
          {job.by}
          {job.state === 'held' && job.approval && (
            <>
              , requested <Moment at={new Date(job.approval.askedAt)} />
            </>
          )}
          {job.startedAt !== undefined && (
            <>
              , started <Moment at={new Date(job.startedAt)} />
            </>
          )}
          {job.endedAt !== undefined && (
            <>
              , ended <Moment at={new Date(job.endedAt)} />
            </>
          )}
        </span>
      }
    >
      <Stack gap="sm">
        <Group gap="md">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <Meter
            label={done.replace(/^\w/, (first) => first.toUpperCase())}
            value={processed}
            max={meant}
            text={`${processed.toLocaleString('en')} of ${countOf(job.kind, meant)} ${done}`}
          />
        </Group>
        <output>
          {stateText(job)} {pace}
        </output>
        {job.state === 'ended' && job.why && <Text size="sm">{job.why.message}</Text>}
        {job.reason !== '' && (
          <Text size="sm">
            Reason: {job.reason}
            {job.ticket !== '' && ` (${job.ticket})`}
          </Text>
        )}
        {job.state === 'running' && (
          <Text size="sm" c="dimmed">
            The job runs on the server. You can close this page or sign out.
          </Text>
        )}
        {job.schedule !== undefined && (
          <Text size="sm">
            Started by a{' '}
            <Anchor component={Link} inherit underline="always" to={paths.schedule(String(job.schedule))}>
              schedule
            </Anchor>
            .
          </Text>
        )}
        <JobSteps job={job} />
        <Anchor component={Link} size="sm" underline="always" to={auditOf(job)}>
          Show in the audit
        </Anchor>
      </Stack>
    </Panel>
  )
}

/** Approval request, or its decision. */
function Approval({ job }: { job: Job }) {
  const { approval, state } = job
  if (!approval) return null
  const isHeld = state === 'held'
  return (
    <Panel
      title={isHeld ? 'Waiting for approval by a second person' : 'Approval'}
      aside={
        <span>
          {isHeld ? 'Expires ' : 'Asked '}
          <Moment at={new Date(isHeld ? approval.until : approval.askedAt)} />
        </span>
      }
    >
      <Stack gap="sm">
        <Text size="sm">
          {deedText(job)}, requested by {job.by}. {guardedActions[approval.action].help}
        </Text>
        {job.target !== '' && <Text size="sm">Sent with: {job.target}</Text>}
        {approval.decision && (
          <Text size="sm">
            {decisionText(approval)}
            {approval.at !== undefined && (
              <>
                , <Moment at={new Date(approval.at)} />
              </>
            )}
            {approval.note && `: ${approval.note}`}
          </Text>
        )}
        {isHeld && <ApprovalSteps job={job} />}
      </Stack>
    </Panel>
  )
}

const auditOf = ({ id }: Job) => `${paths.audit}?${new URLSearchParams({ search: `job: ${id}` })}`
