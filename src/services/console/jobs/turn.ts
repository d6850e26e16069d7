import { Problem } from '#contract/problem.ts'
import type { JobOwner, People } from '#platform/console.ts'
import { problemOfFailure } from '#platform/database/failure.ts'
import type { FileStore } from './file-store.ts'
import type { Approvals } from '#services/console/approvals/open-approvals.ts'
import type { ItemStore } from './item-store.ts'
import type { JobRecord, JobStore } from './job-store.ts'
import type { JobInput, JobSeal } from './sealed-input.ts'
import type { serverGate } from './server-gate.ts'
import type { Work } from './work.ts'

/** How fast a runner goes, in milliseconds. */
export type Pace = {
  /** A turn ends after so long, and the next one may be another process's. */
  turnMs: number
  /** Between turns of a job that has nothing to send. */
  idleMs: number
  /** The first look at what became of an item comes so long after it was sent; later ones ever less often. */
  lookMs: number
  /** Before the next try, where a server did not answer. */
  backoffMs: number
  /** Between tries of a job that waits for its server. */
  awayMs: number
  /** What its server would list at once, and does not list so long after it was sent, was not done. */
  absentMs: number
  /** How long calls that are under way are waited for when the process ends. */
  drainMs: number
}
export const defaultPace: Pace = {
  turnMs: 4000,
  idleMs: 1000,
  lookMs: 5000,
  backoffMs: 5000,
  awayMs: 60_000,
  absentMs: 180_000,
  drainMs: 3000,
}

export type RunnerParts = {
  store: JobStore
  items: ItemStore
  files: FileStore
  seal: JobSeal
  approvals: Pick<Approvals, 'askFor' | 'requests'>
  people: Pick<People, 'callAs' | 'credentialOf'>
  pace: Pace
  gate: ReturnType<typeof serverGate>
  /** The process ends. */
  signal: AbortSignal
}

/** One turn of one job: what it sends, in whose name, and the mark by which later turns know that it is over. */
export type Turn = RunnerParts & {
  id: number
  turn: string
  row: JobRecord
  work: Work
  owner: JobOwner
  given: JobInput
  /** Of items whose calls go one after the other, how many in a row went wrong. */
  faults: number
  /** Set as soon as nothing more may be sent in this turn. */
  isOver: boolean
}

/** Any failure as the problem that it is. */
export const problemOf = (error: unknown): Problem =>
  error instanceof Problem ? error : (problemOfFailure(error, 'console') ?? new Problem('FAILED'))
