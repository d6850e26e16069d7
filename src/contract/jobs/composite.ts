/** A few endpoints as one job: named steps over the same items, of which one begins where the one before is done. */
import type { Endpoint, Follow, Told, Touched } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Permission } from '#contract/permission.ts'
import type { ServiceName } from '#contract/problem.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'

/** What one step asks, and what the answer says of the item. */
type Asking = {
  endpoint: Endpoint
  /** From what all items have in common, what this one has of its own, and what steps before have found. */
  input: (given: JsonObject) => JsonObject
  /** Without it, an answer means that it is done. */
  answered?: (output: never, given: JsonObject) => Told
}
export type Step = Asking & {
  /** Whether this item takes it. */
  when?: (given: JsonObject) => boolean
  /** What steps before find and its input needs; as an example, by which the sense of the input is checked in advance. */
  needs?: JsonObject
  /** It changes nothing to be asked once more, as what only reads. */
  isRepeatable?: true
  /** Of a step that changes something: where an answer that got lost is looked up. */
  follow?: Follow
  /** Where the server does not offer the endpoint. */
  orElse?: Asking
}

export type Composite = {
  id: `${ServiceName}.${string}`
  permission: Permission
  job: {
    kind: SubjectKind
    steps: readonly Step[]
    /** What else an item is about, and shows the job on its page. */
    touches?: (given: JsonObject) => readonly Touched[]
    /** Items that are under way at a time. */
    concurrency?: 1
    /** Nothing further is done after a failure: the job pauses. */
    isCareful?: true
  }
}

export const composite = (of: Composite): Composite => of
