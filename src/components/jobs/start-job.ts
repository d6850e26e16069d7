import { change } from '#api/change.ts'
import { call } from '#api/call.ts'
import { type Job, planJob, plannedAtOnce, startJob } from '#contract/console/jobs.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { StatedReason } from '#contract/reason.ts'

type Item = Input<typeof planJob>['items'][number]
export type JobOrder = {
  /** Of an endpoint that a job may apply, or of several steps. */
  endpoint: Pick<Endpoint, 'id'>
  title: string
  /** What all items have in common, as it goes on the wire. */
  input: Input<typeof planJob>['input']
  items: readonly Item[]
  why?: StatedReason | undefined
}

/** Plans a job in as many parts as it takes. Nothing is sent before it is started. */
export async function planAsJob({ endpoint, title, input, items }: JobOrder): Promise<number> {
  const order = { endpoint: endpoint.id, title, input }
  const [first = [], ...more] = Array.from({ length: Math.ceil(items.length / plannedAtOnce) }, (_, at) =>
    items.slice(at * plannedAtOnce, (at + 1) * plannedAtOnce),
  )
  const { id: job } = await call(planJob, { ...order, items: first })
  for (const part of more) await call(planJob, { ...order, items: part, job })
  return job
}

/** Plans a job and starts it. From then on no page is needed for it. */
export const startAsJob = async (order: JobOrder): Promise<Job> =>
  change(startJob, { job: await planAsJob(order), ...order.why })
