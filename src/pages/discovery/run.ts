import type { HostResult } from '#contract/keys/result.ts'
import { slicesOf } from './plan.ts'
import type { Target } from './targets.ts'

type Slice = {
  targets: Target[]
  state: 'waiting' | 'done' | 'failed'
  results: HostResult[]
  /** Why the whole slice failed: its hosts were not asked, or nobody knows. */
  problem?: string
}

/** A search over many hosts, in slices; it can be left, and gone on with. */
export type Run = {
  startedAt: number
  timeoutSeconds: number
  slices: Slice[]
  state: 'going' | 'paused' | 'ended'
  /** Certificates that the inventory had before: what has another id is new. */
  known: readonly (string | number)[]
  /** Why it stands still, where nobody paused it. */
  problem?: string
}

export const newRun = (targets: readonly Target[], timeoutSeconds: number, known: Run['known'], now: number): Run => ({
  startedAt: now,
  timeoutSeconds,
  known,
  state: 'going',
  slices: slicesOf(targets).map((slice) => ({ targets: slice, state: 'waiting', results: [] })),
})

export const progressOf = ({ slices }: Run) => ({
  total: slices.reduce((sum, { targets }) => sum + targets.length, 0),
  done: slices.filter(({ state }) => state !== 'waiting').reduce((sum, { targets }) => sum + targets.length, 0),
})

export type Outcome = 'found' | 'nothing' | 'not asked' | 'waiting'
export type Row = Target & { id: string; outcome: Outcome; message: string }

/** A row for each host: what it answered, or that it was not asked yet. */
export const rowsOf = ({ slices }: Run): Row[] =>
  slices.flatMap((slice) => slice.targets.map((target) => rowOf(target, slice)))

const idOf = ({ host, port }: Target) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)

function rowOf(target: Target, { state, results, problem = '' }: Slice): Row {
  const id = idOf(target)
  if (state === 'waiting') return { ...target, id, outcome: 'waiting', message: '' }
  if (state === 'failed') return { ...target, id, outcome: 'not asked', message: problem }
  const answer = answerOf(target, results)
  if (!answer) return { ...target, id, outcome: 'not asked', message: 'No result from the service for this host' }
  const found = answer.status.toUpperCase() === 'SUCCESS'
  return { ...target, id, outcome: found ? 'found' : 'nothing', message: answer.message }
}

/** The service names a host alone, and with its port where one host is asked at several. */
const answerOf = (target: Target, results: readonly HostResult[]) =>
  results.find(({ host }) => host === idOf(target) || host === `${target.host}:${target.port}`) ??
  results.find(({ host }) => host === target.host)

/** Ask again whoever gave no certificate; the others keep their answers. */
export function retry(run: Run, now: number): Run {
  const failed = rowsOf(run).filter(({ outcome }) => outcome === 'nothing' || outcome === 'not asked')
  const ids = new Set(failed.map(({ id }) => id))
  const kept = run.slices.map((slice) => ({
    ...slice,
    targets: slice.targets.filter((target) => !ids.has(idOf(target))),
  }))
  const more = newRun(
    failed.map(({ host, port }) => ({ host, port })),
    run.timeoutSeconds,
    run.known,
    now,
  )
  const { problem: _, ...rest } = run
  return { ...rest, state: 'going', slices: [...kept.filter(({ targets }) => targets.length > 0), ...more.slices] }
}

type Ask = (targets: readonly Target[], signal: AbortSignal) => Promise<HostResult[]>
type Going = {
  ask: Ask
  /** Shows and keeps each state as it comes. */
  show: (run: Run) => void
  signal: AbortSignal
  /** What is wrong, and whether it would be the same with the next slice. */
  problemOf: (error: unknown) => { message: string; stops: boolean }
}

/** Ask slice after slice. A pause lets go of the slice that is under way: it is asked again later. */
export async function resume(from: Run, { ask, show, signal, problemOf }: Going): Promise<Run> {
  let run = from
  const change = (next: Run) => {
    run = next
    show(run)
  }
  for (;;) {
    const at = run.slices.findIndex(({ state }) => state === 'waiting')
    const slice = run.slices[at]
    if (!slice) {
      change({ ...run, state: 'ended' })
      return run
    }
    try {
      const results = await ask(slice.targets, signal)
      change(withSlice(run, at, { ...slice, state: 'done', results }))
    } catch (error) {
      if (signal.aborted) return run
      const { message, stops } = problemOf(error)
      if (stops) {
        change({ ...run, state: 'paused', problem: message })
        return run
      }
      change(withSlice(run, at, { ...slice, state: 'failed', problem: message }))
    }
  }
}

const withSlice = (run: Run, at: number, slice: Slice): Run => ({
  ...run,
  slices: run.slices.map((one, index) => (index === at ? slice : one)),
})
