import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { planEveryMs } from '#components/jobs/start-job.ts'
import { listAddress, matching } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { isPlanning, listJobs, readJob } from '#contract/console/jobs.ts'

const inAddress = listAddress({ check: matching(/^[1-9]\d{0,8}$/) })
const kind = 'device-check'

/** `shown`: the check that the address names, or one of the user that has not ended. `last`: their last one otherwise. */
export function useDisplayedCheck() {
  const { state, show } = useListState(inAddress)
  const [isCleared, setCleared] = useState(false)
  const { data: recent } = useQuery(query(listJobs, { kind, page: 0, limit: 5 }))
  const newest = recent?.rows.find(({ isMine, startedAt }) => isMine && startedAt !== undefined)
  const id = Number(state.check) || newest?.id
  const { data } = useQuery({
    ...query(readJob, { job: id ?? 1 }),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data: read } }) => (isPlanning(read) ? planEveryMs : false),
  })
  const job = data?.id === id && data?.kind === kind ? data : undefined
  const isShown = state.check !== '' || job?.state !== 'ended'
  return {
    shown: isShown ? job : undefined,
    last: isShown || isCleared ? undefined : job,
    show: (next: number | undefined) => {
      setCleared(next === undefined)
      show({ check: next === undefined ? '' : String(next) }, true)
    },
  }
}
