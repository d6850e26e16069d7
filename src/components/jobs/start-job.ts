import { change } from '#api/change.ts'
import { call } from '#api/call.ts'
import { isPlanning, type Job, planJob, plannedAtOnce, readJob, startJob } from '#contract/console/jobs.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { StatedReason } from '#contract/reason.ts'

type Item = Input<typeof planJob>['items'][number]
export type JobOrder = {
  /** Endpoint or multi-step operation that jobs support. */
  endpoint: Pick<Endpoint, 'id'>
  title: string
  /** Input shared by all items, in wire format. */
  input: Input<typeof planJob>['input']
  items: readonly Item[]
  why?: StatedReason | undefined
}

/** Creates a job without starting it. Large jobs are transmitted in several requests. */
export async function planAsJob({ endpoint, title, input, items }: JobOrder): Promise<number> {
  const order = { endpoint: endpoint.id, title, input }
  const [first = [], ...more] = Array.from({ length: Math.ceil(items.length / plannedAtOnce) }, (_, at) =>
    items.slice(at * plannedAtOnce, (at + 1) * plannedAtOnce),
  )
  const { id: job } = await call(planJob, { ...order, items: first })
  for (const part of more) await call(planJob, { ...order, items: part, job })
  return job
}

/** Creates and starts a job, which then runs on the server. */
export const startAsJob = async (order: JobOrder): Promise<Job> =>
  change(startJob, { job: await planAsJob(order), ...order.why })

/** While the console completes a plan, the page asks this often. */
export const planEveryMs = 500

/** Waits until the console has completed a plan, or could not. */
export async function untilPlanned(job: number): Promise<void> {
  while (isPlanning(await call(readJob, { job }))) await new Promise((resolve) => setTimeout(resolve, planEveryMs))
}
