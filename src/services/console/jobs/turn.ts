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

/** Timing of the job runner, in milliseconds. */
export type Pace = {
  /** Duration of a turn; another process may take the next one. */
  turnMs: number
  /** Delay between turns while nothing is to be sent. */
  idleMs: number
  /** Delay of the first status check; later intervals grow. */
  lookMs: number
  /** Delay before a retry without a response. */
  backoffMs: number
  /** Interval of retries while a server is unavailable. */
  awayMs: number
  /** After this time, an item that its server would list immediately counts as not done. */
  absentMs: number
  /** Grace period for active calls at shutdown. */
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
  /** Aborted at shutdown. */
  signal: AbortSignal
}

/** A turn of a job, with its owner and the marker that invalidates superseded turns. */
export type JobTurn = RunnerParts & {
  id: number
  turn: string
  row: JobRecord
  work: Work
  owner: JobOwner
  given: JobInput
  /** Consecutive failures of sequential calls. */
  faults: number
  /** Set when nothing more may be sent in this turn. */
  isOver: boolean
}

/** Converts any error to a problem. */
export const problemOf = (error: unknown): Problem =>
  error instanceof Problem ? error : (problemOfFailure(error, 'console') ?? new Problem('FAILED'))
