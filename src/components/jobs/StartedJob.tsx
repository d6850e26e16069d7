import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { invalidate } from '#api/change.ts'
import { query } from '#api/query.ts'
import { type Job, readJob } from '#contract/console/jobs.ts'
import type { Resource } from '#contract/resource.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { resultsOf, stateText, stateWords } from './job-words.ts'

/** Status of a job started on this page. When it ends, the page's queries of its subjects are refreshed. */
export function StartedJob({ id }: { id: number }) {
  const { data: job } = useQuery(query(readJob, { job: id }))
  useJobChanges(job, job?.state === 'running' ? 'none' : 'active')
  if (!job) return null
  const { label } = stateWords[job.state]
  const hasFindings = job.kind === 'device-check' && job.counts.failed > 0
  const hasFailed = hasFindings || resultsOf(job).failed + job.counts.unknown > 0
  const tone = job.state === 'paused' || hasFailed ? 'warn' : job.state === 'ended' ? 'ok' : 'info'
  return (
    <Notice tone={tone} title={`${label}: ${job.title}`} urgent={job.state !== 'running'}>
      <span>
        {stateText(job)} {job.why?.message}{' '}
        <Anchor component={Link} size="sm" underline="always" to={paths.job(String(id))}>
          Show the job
        </Anchor>
      </span>
    </Notice>
  )
}

/** Invalidates the resources that a job has changed. */
export function useJobChanges(job: Job | undefined, refetchType: 'active' | 'none') {
  const { changedAt, changes = [] } = job ?? {}
  const names = changes.join(' ')
  // Synchronizes with the query cache.
  useEffect(() => {
    if (changedAt !== undefined && names !== '') void invalidate(names.split(' ') as Resource[], refetchType)
  }, [changedAt, names, refetchType])
}
