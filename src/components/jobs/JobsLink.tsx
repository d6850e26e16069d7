import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import type { QueryMeta } from '#api/client.ts'
import { query } from '#api/query.ts'
import { type Job, listJobs } from '#contract/console/jobs.ts'
import { paths } from '#paths.ts'
import { IconListCheck } from '#ui/theme/icons.ts'
import classes from './JobsLink.module.css'

const openJobs = query(listJobs, { state: 'open', page: 0, limit: 20 })
const [soonMs, seldomMs] = [2000, 30_000]

type Props = { className: string | undefined; onClick: () => void }

/** Navigation link with the number of running, held and paused jobs. Its query is the tab's only poll for jobs. */
export function JobsLink(link: Props) {
  const { data } = useQuery({
    ...openJobs,
    // Hidden tabs do not poll: default of refetchInterval.
    refetchInterval: ({ state }) => (state.data && state.data.running > 0 ? soonMs : seldomMs),
  })
  const { running = 0, paused = 0, held = 0 } = data ?? {}
  useSharedPulse(data?.rows, held)
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
 * of jobs changes nothing that needs attention; a request for approval does.
 */
function useSharedPulse(jobs: readonly Job[] | undefined, held: number) {
  const queryClient = useQueryClient()
  const pulse = jobs && `${held} ${jobs.map(({ id, changedAt }) => `${id} ${changedAt}`).join()}`
  const before = useRef<string>(undefined)
  const heldBefore = useRef(held)
  // Synchronizes with the query cache.
  useEffect(() => {
    const isNews = before.current !== undefined && before.current !== pulse
    const isHeldNews = heldBefore.current !== held
    before.current = pulse
    heldBefore.current = held
    if (!isNews) return
    const own = JSON.stringify(openJobs.queryKey)
    void queryClient.invalidateQueries({
      predicate: ({ meta, queryKey }) => {
        const { reads = [], isAside = false } = (meta ?? {}) as Partial<QueryMeta>
        return JSON.stringify(queryKey) !== own && reads.includes('console.job') && (isHeldNews || !isAside)
      },
    })
  }, [pulse, held, queryClient])
}
