import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useLastSignedIn, useTableKey } from '#api/may.ts'
import { sessionQuery } from '#api/session.ts'
import { Permitted } from '#components/actions/Permitted.tsx'
import { RecentJobs } from '#components/jobs/RecentJobs.tsx'
import { type JobOrder, startAsJob } from '#components/jobs/start-job.ts'
import { PlanDialog } from '#components/schedules/PlanDialog.tsx'
import { discoverHost } from '#contract/keys/discovery.ts'
import { paths } from '#paths.ts'
import { Stack } from '#ui/layout/layout.ts'
import { orderFor } from './discovery-order.ts'
import type { Target } from './targets.ts'
import { TargetForm } from './TargetForm.tsx'

/** Reads the certificates of hosts as a job, which continues after the page is closed. */
export function Component() {
  const { data: session } = useQuery(sessionQuery)
  const user = useLastSignedIn(session)?.user
  const draft = useTableKey('discovery')
  const navigate = useNavigate()
  const [order, setOrder] = useState<JobOrder>()
  if (!user) return null
  const start = async (targets: readonly Target[], timeout: string) => {
    const { id } = await startAsJob(orderFor(targets, timeout))
    await navigate(paths.job(String(id)))
  }
  return (
    <Stack gap="lg">
      <Permitted endpoint={discoverHost}>
        <TargetForm draft={draft} onStart={start} onPlan={(targets, timeout) => setOrder(orderFor(targets, timeout))} />
      </Permitted>
      {order && <PlanDialog order={order} onClose={() => setOrder(undefined)} />}
      <RecentJobs kind="tls-host" endpoint={discoverHost} title="Recent discoveries" />
    </Stack>
  )
}
