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
 * Where the input travels upstream, apart from what the path takes. `form`: the query or a form body, whichever the
 * dialect says; who serves takes both.
 */
export type Encoding = 'query' | 'form' | 'json' | 'input-data' | 'multipart'

export type Endpoint<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> = {
  /** `<service>.<verbNoun>`; also the browser's address: `POST /api/<id>`. */
  id: `${ServiceName}.${string}`
  /** The statement of the reference this row is. */
  source: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below the base URL, in the reference's default dialect; `{name}` takes the input of that name. */
  path: `/${string}`
  /** Other spellings of the path that are answered as well; nobody is sent there. */
  alsoAt?: readonly `/${string}`[]
  encoding: Encoding
  /** A body of nothing means no parameters. */
  body?: 'optional'
  /** Input whose absence means all of something: nothing (`null`) in its place is refused. */
  allWithout?: readonly string[]
  input: I
  output: O
  /** Input that is the index of a page, from 0 here; on the wire it counts from the dialect's page base. */
  pageIndex?: string
  /** What a success is: JSON, unless the reference says a file or a plain sentence, or it says nothing at all. */
  responseType?: 'file' | 'sentence' | 'nothing'
  /** HTTP status of a success, where it is not 200. */
  status?: 201 | 202 | 204
  permission: Permission
  /** What some inputs need beyond it: a file that holds a private key, where others do not. */
  permissionFor?: (input: never, speaks?: Dialect) => Permission | undefined
  /** What a caller whose token is limited to scopes needs, all of them: `<Area>.<TYPE>` (mobile-device-management, Scopes). */
  scopes?: readonly ScopeName[]
  /** What the answer depends on, and what a call changes: `mdm.device`. An overlap makes a cached answer stale. */
  reads?: readonly Resource[]
  changes?: readonly Resource[]
  /** The answer reveals a secret. */
  secret?: boolean
  /** Irreversible, or everywhere at once: it needs a fresh proof of identity. */
  danger?: boolean
  /** The inputs that are, where others are not. */
  dangerFor?: (input: never, speaks?: Dialect) => boolean
  /** The guarded action that an input is, and on whom: it may need a second person (decision 147). */
  guards?: (input: never) => Guarded | undefined
  /** Asks why, for the audit of the console: of rows that give public files, too, where a secret is revealed. */
  reason?: true
  /** Inputs that the console keeps to itself: no server is sent them. */
  staysHere?: readonly string[]
  /** Inputs that name what it is done to, for the audit: those in the path unless given. Never a secret. */
  target?: readonly string[]
  /** How long an answer may take, where it is more than the usual. */
  timeoutSeconds?: number
  /** How long the JSON of a call may be, where it is more than the usual. */
  maxInputBytes?: number | undefined
  /** A job of the console may apply it to many inputs. */
  job?: JobRow
  /** What the reference leaves open and we chose. */
  assumes?: readonly string[]
}

/** What becomes known of one input of a job: by the answer, or by looking at the server. */
export type Told = {
  outcome: 'accepted' | 'done' | 'failed' | 'refused' | 'unknown'
  remark?: string
  /** What the server calls it, so that an earlier attempt is never taken for a later one. */
  evidence?: string
  /** What later steps of the item are given beside its input. */
  found?: JsonObject
}
/** What was sent about a subject, to be found again on its server. */
export type Sent = {
  subject: string
  /** What all items of the job have in common; of an item that is sent alone, what it has of its own, too. */
  input: JsonObject
  at: number
  /** Whether the server has answered. */
  isAnswered: boolean
  /** Evidence of the attempt before, or how it stood just before it was sent. */
  earlier: string
  /** What an earlier look at this attempt has found. */
  evidence: string
}
export type Touched = { kind: SubjectKind; subject: string }
/** How an endpoint is applied to many inputs. */
export type JobRow = {
  /**
   * Input that says what an item is about; where it is a list, one call takes several. Without it, each item has inputs
   * of its own that do.
   */
  subject?: string
  /** What that is, for its link. */
  kind: SubjectKind
  /** Its answer is a file, which is kept for the person who started the job. */
  isExport?: true
  /** What else an item is about, and shows the job on its page. */
  touches?: (given: JsonObject) => readonly Touched[]
  /** How many one call names: few enough that little is unknown when no answer comes. */
  batchSize?: number
  /** What the wire says of subjects, where that is more than the subject itself. */
  input?: (subjects: readonly string[]) => Readonly<Record<string, unknown>>
  /** To ask once more changes nothing: what got no answer is sent again. */
  isRepeatable?: true
  /** What the answer says of each subject; without it, an answer means that it is done. */
  answered?: (output: never, subjects: readonly string[]) => ReadonlyMap<string, Told>
  follow?: Follow
}
/** Accepted is not done, and no answer is not a refusal: where it is found out what became of it. */
export type Follow = {
  endpoint: Endpoint
  /** How many one look asks about; one, unless given. */
  batchSize?: number
  /** `given`: of an item that is sent alone, as in `Sent`. */
  input: (subjects: readonly string[], given?: JsonObject) => object
  told: (output: never, sent: Sent, asked: readonly string[]) => Told | undefined
  /**
   * How a subject stands before it is sent, where only what differs from that can be the outcome; or why it is not
   * sent at all.
   */
  before?: (output: never, subject: string, asked: readonly string[]) => { mark: string } | { refused: string }
  /** Its effect shows there as soon as the server has taken it: what does not, some time later, was not done. */
  isListedAtOnce?: boolean
}

/** Describe one endpoint, once. Everything else is derived from the row. */
export const endpoint = <const R extends Endpoint>(endpoint: R): R => endpoint

/** The clean values a caller gives, and the clean values it gets. */
export type Input<R extends Endpoint> = z.output<R['input']>
export type Output<R extends Endpoint> = z.output<R['output']>

/** Rows of one service, by handler name. */
export type Endpoints = Record<string, Endpoint>

export const serviceOf = (endpoint: Endpoint) => endpoint.id.slice(0, endpoint.id.indexOf('.')) as ServiceName

/** Beyond the references: a server that answers them alone does not have it. */
export const isExtension = ({ source }: Pick<Endpoint, 'source'>) => source.startsWith('extension')

export const targetNames = ({ target, path }: Pick<Endpoint, 'target' | 'path'>): readonly string[] =>
  target ?? [...path.matchAll(/\{([\w-]+)\}/g)].flatMap(([, name = '']) => (name === 'version' ? [] : [name]))

/** Rows that give public files, too, name a permission for the inputs that reveal a secret. */
export const revealsSecret = ({ secret = false, permissionFor }: Endpoint, input: unknown): boolean =>
  secret && (!permissionFor || permissionFor(input as never) !== undefined)

/** Whether this call is irreversible, or everywhere at once. */
export const isDangerous = ({ danger = false, dangerFor }: Endpoint, input: unknown, speaks?: Dialect): boolean =>
  danger || dangerFor?.(input as never, speaks) === true
