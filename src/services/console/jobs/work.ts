/** Steps of a job, for single endpoints and sequences alike. */
import { type Applied, applied, isComposite } from '#contract/jobs/applied.ts'
import type { Endpoint, Follow, JobRow, ItemOutcome, Touched } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Resource } from '#contract/resource.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'

type StepRequest = {
  endpoint: Endpoint
  /** `given`: common input, and for a single item its own input. */
  input: (subjects: readonly string[], given: JsonObject) => JsonObject
  told: (output: never, subjects: readonly string[], given: JsonObject) => ReadonlyMap<string, ItemOutcome>
}
export type WorkStep = StepRequest & {
  /** Whether the step applies to an item. */
  when: (given: JsonObject) => boolean
  /** Sample results of earlier steps, to validate inputs in advance. */
  needs: JsonObject
  follow: Follow | undefined
  /** Whether the call is idempotent. */
  isRepeatable: boolean
  orElse: StepRequest | undefined
}
export type Work = {
  kind: SubjectKind
  /** Items per call; undefined for calls of single items. */
  batchSize: number | undefined
  /** Concurrent calls. */
  concurrency: number
  isCareful: boolean
  /** Whether responses are files to be stored. */
  isExport: boolean
  touches: (given: JsonObject) => readonly Touched[]
  steps: readonly [WorkStep, ...WorkStep[]]
}

const nothing = (): Touched[] => []

/** Concurrent calls of a job about single subjects; calls about several are sequential. */
const defaultConcurrency = 4

export const findWork = (id: string): Work | undefined => {
  const found = applied.get(id)
  return found && workOf(found)
}

export function requireWork(id: string): Work {
  const found = findWork(id)
  if (!found) throw new Error(`No job is of ${id}`)
  return found
}

export function workOf(of: Applied): Work {
  if (!isComposite(of)) {
    const { kind, batchSize, touches = nothing, isExport = false } = of.job
    const concurrency = batchSize === undefined ? defaultConcurrency : 1
    return { kind, batchSize, concurrency, isCareful: false, isExport, touches, steps: [onlyStep(of)] }
  }
  const { kind, steps, concurrency = defaultConcurrency, isCareful = false, touches = nothing } = of.job
  const [first, ...more] = steps.map(stepOf)
  if (!first) throw new Error(`${of.id} has no steps`)
  return { kind, batchSize: undefined, concurrency, isCareful, isExport: false, touches, steps: [first, ...more] }
}

const onlyStep = ({ job, ...endpoint }: Endpoint & { job: JobRow }): WorkStep => ({
  endpoint,
  input: (subjects, given) => ({ ...given, ...inputAbout(job, subjects) }),
  told: (output, subjects) => job.answered?.(output, subjects) ?? allDone(subjects),
  when: () => true,
  needs: {},
  follow: job.follow,
  isRepeatable: job.isRepeatable ?? false,
  orElse: undefined,
})

type CompositeStep = Extract<Applied, { job: { steps: unknown } }>['job']['steps'][number]
const stepOf = ({ orElse, when = () => true, needs = {}, follow, ...step }: CompositeStep): WorkStep => ({
  ...asking(step),
  when,
  needs,
  follow,
  // Reads, and steps marked as repeatable.
  isRepeatable: step.isRepeatable ?? step.endpoint.changes === undefined,
  orElse: orElse && asking(orElse),
})

const asking = ({
  endpoint,
  input,
  answered,
}: Pick<CompositeStep, 'endpoint' | 'input' | 'answered'>): StepRequest => ({
  endpoint,
  input: (_, given) => input(given),
  told: (output, subjects, given) =>
    answered ? new Map(subjects.map((one) => [one, answered(output, given)])) : allDone(subjects),
})

const allDone = (subjects: readonly string[]) =>
  new Map(subjects.map((one): [string, ItemOutcome] => [one, { outcome: 'done' }]))

/** Wire input for subjects. */
export const inputAbout = ({ subject, batchSize, input }: JobRow, subjects: readonly string[]): JsonObject => {
  if (input) return input(subjects) as JsonObject
  if (subject === undefined) return {}
  return { [subject]: batchSize === undefined ? (subjects[0] ?? '') : [...subjects] }
}

/** Resources changed by the calls of a job. */
export const changesOf = (id: string): Resource[] => [
  ...new Set(findWork(id)?.steps.flatMap(({ endpoint }) => endpoint.changes ?? [])),
]

/** The first applicable step at or after this one. */
export function stepFrom({ steps }: Work, from: number, given: JsonObject): number | undefined {
  const at = steps.findIndex((step, n) => n >= from && step.when(given))
  return at < 0 ? undefined : at
}
