import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import type { QueryMeta } from '#api/client.ts'
import { query } from '#api/query.ts'
import { isPlanning, type Job, listJobs, readJob } from '#contract/console/jobs.ts'
import type { Output } from '#contract/endpoint.ts'
import { paths } from '#paths.ts'
import { IconListCheck } from '#ui/theme/icons.ts'
import classes from './JobsLink.module.css'

const openJobs = query(listJobs, { state: 'open', page: 0, limit: 20 })
const [soonMs, seldomMs] = [2000, 30_000]

type Props = { className: string | undefined; onClick: () => void }

/** Navigation link with the number of running, held and paused jobs. Its query is the tab's only poll for jobs. */
export function JobsLink(link: Props) {
  const { data, dataUpdatedAt } = useQuery({
    ...openJobs,
    // Hidden tabs do not poll: default of refetchInterval.
    refetchInterval: ({ state: { data: open } }) =>
      open && (open.running > 0 || open.rows.some(isPlanning)) ? soonMs : seldomMs,
  })
  const { running = 0, paused = 0, held = 0 } = data ?? {}
  useSharedPulse(data, dataUpdatedAt)
  return (
    <NavLink to={paths.jobs} {...link}>
      <IconListCheck size={18} stroke={1.75} aria-hidden />
      Jobs
      {running > 0 && <Count tone="info">{running} running</Count>}
      {held > 0 && <Count tone="warn">{held} held</Count>}
      {paused > 0 && <Count tone="warn">{paused} paused</Count>}
    </NavLink>
  )
}

const Count = ({ tone, children }: { tone: 'info' | 'warn'; children: readonly (string | number)[] }) => (
  <>
    {' '}
    <span className={classes.count} data-tone={tone}>
      {children}
    </span>
  </>
)

/**
 * Invalidates all queries that read jobs when a job has changed, so that they need no polling of their own. The progress
 * of jobs changes nothing that needs attention; a request for approval does. The first list is not compared with one
 * before it, but with the unfinished jobs that are shown: one that ended before it was read is not in it.
 */
function useSharedPulse(open: Output<typeof listJobs> | undefined, readAt: number) {
  const queryClient = useQueryClient()
  const pulse = open && `${open.held} ${open.rows.map(({ id, changedAt }) => `${id} ${changedAt}`).join()}`
  const held = open?.held ?? 0
  const before = useRef<string>(undefined)
  const heldBefore = useRef(held)
  const lastReadAt = useRef(0)
  // Synchronizes with the query cache.
  useEffect(() => {
    if (!open || readAt === lastReadAt.current) return
    lastReadAt.current = readAt
    const isNews = before.current !== undefined && before.current !== pulse
    const isHeldNews = heldBefore.current !== held
    before.current = pulse
    heldBefore.current = held
    const isOutdated = isBefore(open)
    const own = JSON.stringify(openJobs.queryKey)
    void queryClient.invalidateQueries({
      predicate: ({ meta, queryKey, state: { data, status } }) => {
        const { reads = [], isAside = false } = (meta ?? {}) as Partial<QueryMeta>
        if (JSON.stringify(queryKey) === own || !reads.includes('console.job')) return false
        if (isNews) return isHeldNews || !isAside
        return status === 'success' && shownJobs(queryKey, data).some(isOutdated)
      },
    })
  }, [open, readAt, pulse, held, queryClient])
}

function shownJobs([endpoint]: QueryKey, data: unknown): readonly Job[] {
  if (endpoint === readJob.id) return [data as Job]
  return endpoint === listJobs.id ? (data as Output<typeof listJobs>).rows : []
}

/** Whether a job is shown unfinished, as it was before the list of unfinished jobs was read. */
function isBefore({ rows, total }: Output<typeof listJobs>) {
  const changed = new Map(rows.map(({ id, changedAt }) => [id, changedAt]))
  const ifMissing = total > rows.length ? 0 : Infinity
  return ({ id, state, changedAt }: Job) => state !== 'ended' && (changed.get(id) ?? ifMissing) > changedAt
}
