import { setImmediate as otherWork, setTimeout as delay } from 'node:timers/promises'
import { notPlanned, plannedAtOnce, type planJob, planning } from '#contract/console/jobs.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, People } from '#platform/console.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { PlanJob } from '#services/console/jobs/job-handlers.ts'
import type { JobChange, JobStore } from '#services/console/jobs/job-store.ts'
import { serverGate } from '#services/console/jobs/server-gate.ts'
import { problemOf } from '#services/console/jobs/turn.ts'
import { patiently } from './patiently.ts'
import type { planFills } from './plan-fills.ts'

export type Ask = <R extends Endpoint>(endpoint: R, input: Input<R>) => Promise<Output<R>>
export type Item = Input<typeof planJob>['items'][number]
/** Makes an item, which may take further requests. */
export type Making = () => Promise<Item>
type Plan = {
  endpoint: string
  title: string
  /** Title once the plan is complete, if it depends on the number of items. */
  titleOf?: (items: number) => string
  input: JsonObject
  /** Stated while the plan is being completed. */
  why_message: string
  find: (ask: Ask) => Promise<Making[]>
  /** Making an item takes no request. */
  areReady?: boolean
  /** Called once the plan is complete. */
  onComplete?: (job: number) => Promise<unknown>
}
/** False if the job is no longer being planned, or its ID was reused. */
type Keep = (change?: JobChange) => Promise<boolean>
export type FillerParts = {
  planJob: PlanJob
  store: Pick<JobStore, 'change'>
  fills: Pick<ReturnType<typeof planFills>, 'begin'>
  people: Pick<People, 'callAs'>
  log: Log
}

const readAtOnce = 4
/** Plans that are completed at the same time: each reads a whole list, in parts that the event loop decodes. */
const filledAtOnce = { all: 2, ofOwner: 1 }
/** Small enough to show progress on the job's page; each part is a transaction, which waits for the disk. */
const addedAtOnce = { read: 100, ready: plannedAtOnce }

/** Creates jobs at once and adds their items in the background, on behalf of the caller. Returns the job's ID. */
export function planFiller({ planJob: addItems, store, fills, people, log }: FillerParts) {
  const gates = { all: serverGate(filledAtOnce.all), ofOwner: serverGate(filledAtOnce.ofOwner) }
  /** In order, so that the plans of one owner do not delay those of others. */
  const inTurn = (owner: string, work: () => Promise<void>, signal: AbortSignal) =>
    gates.ofOwner(owner, () => gates.all('', work, signal), signal)

  const fill = async (
    job: number,
    createdAt: number,
    { endpoint, title, titleOf, input, find, areReady, onComplete }: Plan,
    { keep, ask, caller }: { keep: Keep; ask: Ask; caller: ConsoleCaller },
  ) => {
    const { signal, person } = caller
    const addAll = async () => {
      const making = await find(ask)
      const part = areReady ? addedAtOnce.ready : addedAtOnce.read
      for (let at = 0; at < making.length; at += part) {
        const items: Item[] = []
        const end = Math.min(at + part, making.length)
        for (let next = at; next < end; next += readAtOnce)
          items.push(...(await Promise.all(making.slice(next, Math.min(next + readAtOnce, end)).map((make) => make()))))
        signal.throwIfAborted()
        // Fails if the job is no longer being planned.
        await addItems({ job, endpoint, title, input, items }, caller, createdAt)
        await otherWork()
      }
      const complete = { why_code: '', why_message: '', ...(titleOf && { title: titleOf(making.length) }) }
      if (await keep(complete)) await onComplete?.(job)
    }
    try {
      await inTurn(person?.owner ?? '', addAll, signal)
    } catch (thrown) {
      const error = signal.aborted ? ended() : thrown
      const problem = problemOf(error)
      const why_message = `Planning failed: ${problem.message}. Remove this job and plan it again.`
      const isLeft = !(await keep({ why_code: notPlanned, why_message }))
      if (!isLeft && !(error instanceof Problem)) log('job not planned', { job, ...traceOf(error) })
    }
  }

  return async (plan: Plan, caller: ConsoleCaller): Promise<number> => {
    const { person } = caller
    if (!person) throw new Problem('SIGNED_OUT')
    const { site, owner } = person
    const ending = new AbortController()
    const { signal } = ending
    // Checks permission before reading.
    const { endpoint, title, input, why_message } = plan
    const { id: job, createdAt } = await addItems({ endpoint, title, input, items: [] }, caller)
    const keep: Keep = (change = {}) => store.change(job, ['planned'], change, createdAt)
    await keep({ why_code: planning, why_message })
    const ask: Ask = (row, given) =>
      patiently(
        () => people.callAs({ site, owner }, row, given, signal),
        async (ms) => {
          // A waiting plan is not abandoned.
          if (await keep()) await delay(ms, undefined, { signal })
          else ending.abort()
        },
      )
    const filled = fill(job, createdAt, plan, { keep, ask, caller: { ...caller, signal } }).catch((error: unknown) =>
      log('job not planned', { job, ...traceOf(error) }),
    )
    fills.begin(job, ending, filled)
    return job
  }
}

const ended = () => new Problem('FAILED', 'The console ended', { service: 'console' })
