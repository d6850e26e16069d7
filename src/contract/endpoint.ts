import type * as z from 'zod/mini'
import type { Dialect } from './dialect.ts'
import type { Guarded } from './console/guarded-actions.ts'
import type { ScopeName } from './identity/scopes.ts'
import type { JsonObject } from './json.ts'
import type { Permission } from './permission.ts'
import type { ServiceName } from './problem.ts'
import type { Resource } from './resource.ts'
import type { SubjectKind } from './subject-kinds.ts'

/**
 * How the input is sent upstream, apart from path parameters. `form`: in the query or a form body, depending on the
 * dialect; servers accept both.
 */
export type Encoding = 'query' | 'form' | 'json' | 'input-data' | 'multipart'

export type Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> = {
  /** `<service>.<verbNoun>`; also the browser's address: `POST /api/<id>`. */
  id: `${ServiceName}.${string}`
  /** The section of the reference. */
  source: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below the base URL in the default dialect; `{name}` is replaced by the input of that name. */
  path: `/${string}`
  /** Alternative paths that the embedded service also accepts; never called by the console. */
  alsoAt?: readonly `/${string}`[]
  encoding: Encoding
  /** An empty body means no parameters. */
  body?: 'optional'
  /** Inputs whose absence means “all”: `null` is refused in their place. */
  allWithout?: readonly string[]
  input: I
  output: O
  /** Input that is a page index: from 0 here, from the page base of the dialect on the wire. */
  pageIndex?: string
  /** Type of a successful response; JSON by default. */
  responseType?: 'file' | 'sentence' | 'nothing'
  /** HTTP status of a successful response, if it is not 200. */
  status?: 201 | 202 | 204
  permission: Permission
  /** Additional permission for some inputs, such as files with a private key. */
  permissionFor?: (input: never, speaks?: Dialect) => Permission | undefined
  /** Scopes that a token needs, all of them: `<Area>.<TYPE>` (mobile-device-management, Scopes). */
  scopes?: readonly ScopeName[]
  /** Resources that the response depends on and that a call changes, such as `mdm.device`; they invalidate caches. */
  reads?: readonly Resource[]
  changes?: readonly Resource[]
  /** The response contains a secret. */
  secret?: boolean
  /** Irreversible or far-reaching: requires a recent identity confirmation. */
  danger?: boolean
  /** The same for some inputs only. */
  dangerFor?: (input: never, speaks?: Dialect) => boolean
  /** The guarded action and its subjects, which may need approval (decision 147). */
  guards?: (input: never) => Guarded | undefined
  /** Requires a reason for the audit; if `permissionFor` is set, only when a secret is revealed. */
  reason?: true
  /** Reason and ticket number in the input itself, which the audit records without requiring them. */
  reasonIn?: (input: never) => { reason?: string | undefined; ticket?: string | undefined }
  /** Inputs that are not sent to the server. */
  staysHere?: readonly string[]
  /** Inputs that identify the target in the audit; path parameters by default. Never a secret. */
  target?: readonly string[]
  /** Timeout, if longer than the default. */
  timeoutSeconds?: number
  /** Size limit of the JSON input, if larger than the default. */
  maxInputBytes?: number | undefined
  /** How a job applies it to many inputs. */
  job?: JobRow
  /** Choices where the reference is not specific. */
  assumes?: readonly string[]
}

/** Outcome of one item of a job, from the response or a later status check. */
export type ItemOutcome = {
  outcome: 'accepted' | 'done' | 'failed' | 'refused' | 'unknown'
  remark?: string
  /** The server's identifier of the attempt, to distinguish it from earlier ones. */
  evidence?: string
  /** Additional input for later steps of the item. */
  found?: JsonObject
}
/** A sent request, used to find its outcome on the server. */
export type Sent = {
  subject: string
  /** Common input of the job and, for single items, their own input. */
  input: JsonObject
  at: number
  /** Whether the server has answered. */
  isAnswered: boolean
  /** Evidence of the previous attempt, or the state just before sending. */
  earlier: string
  /** Evidence from an earlier status check of this attempt. */
  evidence: string
}
export type Touched = { kind: SubjectKind; subject: string }
/** How an endpoint is applied to many inputs. */
export type JobRow = {
  /**
   * Input that identifies the subject of an item; if it is a list, one call takes several. Without it, items have their own
   * inputs.
   */
  subject?: string
  /** Kind of subject, for its link. */
  kind: SubjectKind
  /** The response is a file, which is stored for the user who started the job. */
  isExport?: true
  /** Other subjects whose pages show the job. */
  touches?: (given: JsonObject) => readonly Touched[]
  /** Items per call; small, so that few outcomes are unknown if a response is lost. */
  batchSize?: number
  /** Input for the subjects, if it is more than the subjects themselves. */
  input?: (subjects: readonly string[]) => Readonly<Record<string, unknown>>
  /** Idempotent: requests without a response are sent again. */
  isRepeatable?: true
  /** Outcome of each subject by the response; without it, a response means done. */
  answered?: (output: never, subjects: readonly string[]) => ReadonlyMap<string, ItemOutcome>
  follow?: Follow
}
/** Status check after a request was accepted or its response was lost. */
export type Follow = {
  endpoint: Endpoint
  /** Subjects per status check; one by default. */
  batchSize?: number
  /** `given`: the input of a single item, as in `Sent`. */
  input: (subjects: readonly string[], given?: JsonObject) => object
  told: (output: never, sent: Sent, asked: readonly string[]) => ItemOutcome | undefined
  /**
   * State of a subject before sending, from which an outcome must differ; or the reason not to send.
   */
  before?: (output: never, subject: string, asked: readonly string[]) => { mark: string } | { refused: string }
  /** The effect is visible as soon as the server accepts it; otherwise it was not done. */
  isListedAtOnce?: boolean
}

/** Defines an endpoint. Client, proxy, service, audit and tests derive from it. */
export const endpoint = <const R extends Endpoint>(endpoint: R): R => endpoint

/** Decoded values that a caller passes and receives. */
export type Input<R extends Endpoint> = z.output<R['input']>
export type Output<R extends Endpoint> = z.output<R['output']>

/** Endpoints of one service, by handler name. */
export type Endpoints = Record<string, Endpoint>

export const serviceOf = (endpoint: Endpoint) => endpoint.id.slice(0, endpoint.id.indexOf('.')) as ServiceName

/** Not part of the references; other servers may not support it. */
export const isExtension = ({ source }: Pick<Endpoint, 'source'>) => source.startsWith('extension')

export const targetNames = ({ target, path }: Pick<Endpoint, 'target' | 'path'>): readonly string[] =>
  target ?? [...path.matchAll(/\{([\w-]+)\}/g)].flatMap(([, name = '']) => (name === 'version' ? [] : [name]))

/** Endpoints that also return public files have a permission for inputs that reveal a secret. */
export const revealsSecret = ({ secret = false, permissionFor }: Endpoint, input: unknown): boolean =>
  secret && (!permissionFor || permissionFor(input as never) !== undefined)

/** Whether this call is irreversible or far-reaching. */
export const isDangerous = ({ danger = false, dangerFor }: Endpoint, input: unknown, speaks?: Dialect): boolean =>
  danger || dangerFor?.(input as never, speaks) === true
