/** A job of several steps per item; each step starts when the previous one is done. */
import type { Endpoint, Follow, ItemOutcome, Touched } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Permission } from '#contract/permission.ts'
import type { ServiceName } from '#contract/problem.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'

/** Request of a step, and the outcome by its response. */
type StepRequest = {
  endpoint: Endpoint
  /** Derived from the common input, the item's own input, and results of earlier steps. */
  input: (given: JsonObject) => JsonObject
  /** Without it, any response means done. */
  answered?: (output: never, given: JsonObject) => ItemOutcome
}
export type Step = StepRequest & {
  /** Whether the step applies to this item. */
  when?: (given: JsonObject) => boolean
  /** Sample results of earlier steps that its input needs, to validate the input in advance. */
  needs?: JsonObject
  /** Idempotent, such as reads. */
  isRepeatable?: true
  /** Status check of a step with effects, used if its response is lost. */
  follow?: Follow
  /** Alternative if the server does not offer the endpoint. */
  orElse?: StepRequest
}

export type Composite = {
  id: `${ServiceName}.${string}`
  permission: Permission
  job: {
    kind: SubjectKind
    steps: readonly Step[]
    /** Other subjects whose pages show the job. */
    touches?: (given: JsonObject) => readonly Touched[]
    /** Maximum number of items in progress. */
    concurrency?: 1
    /** Pauses the job after a failure. */
    isCareful?: true
  }
}

export const composite = (of: Composite): Composite => of
