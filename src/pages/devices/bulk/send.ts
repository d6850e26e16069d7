import type { Input, Output } from '#contract/endpoint.ts'
import { mayBeDone, wasNeverSent } from '#contract/http/may-be-done.ts'
import { type ActionName, isIrreversible } from '#contract/mdm/actions/actions.ts'
import { irreversibleEndpoints, sendCommands } from '#contract/mdm/commands.ts'
import type { Problem } from '#contract/problem.ts'
import { allAs, type BulkRun, nextSlice, type Outcome, stopped, withChanges } from './run.ts'

type Answer = Output<typeof sendCommands>

export const rowFor = (action: ActionName) =>
  isIrreversible(action) ? irreversibleEndpoints[action].many : sendCommands

export const inputFor = (
  action: ActionName,
  device_ids: string[],
  parameters: Record<string, unknown>,
): Input<typeof sendCommands> =>
  ({ ...(!isIrreversible(action) && { action_name: action }), ...parameters, device_ids }) as never

type Told = Map<string, { outcome: Outcome; remark: string }>

/**
 * Which list a device stands in tells what became of it, whatever its status says. In neither: the server said
 * nothing about it, unless it counts as many taken as were sent.
 */
export function toldBy(answer: Answer, ids: readonly string[]): Told {
  const told: Told = new Map()
  for (const { device_id = '', remarks = '' } of answer.success_list ?? []) {
    told.set(device_id, { outcome: 'submitted', remark: remarks })
  }
  for (const { device_id = '', remarks = '' } of answer.na_list ?? []) {
    told.set(device_id, { outcome: 'not applicable', remark: remarks })
  }
  const tookAll = told.size === 0 && answer.success_count === ids.length
  const rest = tookAll
    ? ({ outcome: 'submitted', remark: '' } as const)
    : ({ outcome: 'unknown', remark: 'No result for this device in the server response' } as const)
  return new Map(ids.map((id) => [id, told.get(id) ?? rest]))
}

/** What a call that failed means for the devices that it named. */
export function outcomeOf(problem: Problem): Outcome {
  if (wasNeverSent(problem)) return 'not sent'
  return mayBeDone(problem) ? 'unknown' : 'failed'
}

type Going = {
  call: (ids: string[]) => Promise<Answer>
  /** Shows and keeps each state as it comes. */
  show: (run: BulkRun) => void
  /** Somebody wants it to stop: what is on its way is waited for. */
  stops: () => boolean
  now: () => number
  problemOf: (error: unknown) => Problem
}

/** Slice after slice. Nothing is ever sent twice by itself, and whatever fails stops the run. */
export async function sendOn(from: BulkRun, { call, show, stops, now, problemOf }: Going): Promise<BulkRun> {
  let run = from
  const change = (next: BulkRun) => {
    run = next
    show(run)
  }
  for (;;) {
    const ids = nextSlice(run)
    if (ids.length === 0) change({ ...run, state: 'ended' })
    else if (stops()) change(stopped(run))
    if (run.state !== 'going') return run
    change(withChanges(run, allAs(ids, { outcome: 'sending', remark: '', sentAt: now() })))
    try {
      change(withChanges(run, toldBy(await call(ids), ids)))
    } catch (error) {
      const problem = problemOf(error)
      const outcome = outcomeOf(problem)
      const remark = outcome === 'not sent' ? '' : problem.message
      change(stopped(withChanges(run, allAs(ids, { outcome, remark })), shownOf(problem)))
    }
  }
}

/** What is kept of a problem: the answer as it came may hold anything, and stays out of the browser's storage. */
const shownOf = ({ service, status, code, message, next, meaning, retryAfterSeconds }: Problem) => ({
  service,
  status,
  code,
  message,
  next,
  ...(meaning !== undefined && { meaning }),
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
})
