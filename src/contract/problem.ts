import { type Json, isJsonObject } from './json.ts'
// Browsers load another file: see `imports` in package.json.
import { atHand } from '#contract/problems/at-hand.ts'
import {
  type Called,
  type Entry,
  type Explanations,
  correctInput,
  tryAgain,
} from '#contract/problems/browser-errors.ts'
import type { KnownCode } from '#contract/problems/known-errors.ts'

export type { KnownCode }

export type ServiceName = 'desktop' | 'mdm' | 'keys' | 'identity' | 'session' | 'console'
type Details = {
  service?: ServiceName
  status?: number
  /** Original response, for the details view. */
  raw?: Json
  /** Name of the invalid input. */
  field?: string
  retryAfterSeconds?: number
  requestId?: string
}

let known: Explanations = atHand

/** Adds explanations of error codes. */
export const explainBy = (explanations: Explanations) => {
  known = explanations
}
export const isExplained = () => known !== atHand

export const isCodeOf = (service: ServiceName, code: string) => Object.hasOwn(known.errors[service] ?? {}, code)

const entryOf = (code: string): Entry | undefined =>
  Object.values(known.errors).find((table) => Object.hasOwn(table, code))?.[code]

/** Error code by message, for services whose responses have no codes. */
export const codeOfMeaning = (service: ServiceName, status: number, meaning: unknown): string | undefined =>
  Object.entries(known.errors[service] ?? {}).find(([, entry]) => entry[0] === status && entry[1] === meaning)?.[0]

/** The common error type: service, HTTP status, code, message for users, original response. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: string
  readonly service: ServiceName
  readonly status: number
  readonly raw: Json | undefined
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** Identifies the call in the server's logs. Sent in a response header. */
  requestId: string | undefined
  /** The called endpoint; undefined if nothing was sent. */
  endpoint: Called | undefined

  /** The status follows from `code` unless given in `details`; unknown codes are kept as they are. */
  constructor(code: KnownCode | (string & {}), message?: string, details: Details = {}) {
    super(message ?? entryOf(code)?.[1] ?? code.replace(/^HTTP_(?=\d+$)/, 'The server responded with HTTP status '))
    this.code = code
    this.service = details.service ?? serviceOf(code)
    this.status = details.status ?? entryOf(code)?.[0] ?? 500
    this.raw = details.raw
    this.field = details.field
    this.retryAfterSeconds = details.retryAfterSeconds
    this.requestId = details.requestId
  }

  /** What the user can do next. */
  get next(): string {
    const said =
      entryOf(this.code)?.[2] ?? (this.status >= 500 ? tryAgain : (known.nextBy[this.status] ?? correctInput))
    return known.nextInstead?.(this, said) ?? said
  }

  /** The page where the cause can be resolved. */
  get place(): { label: string; path: string } | undefined {
    const found = known.causes[this.code]
    return found && { ...found, path: `${found.path}?${new URLSearchParams({ service: this.service })}` }
  }

  /** Meaning of the code in the reference, if any. */
  get meaning(): string | undefined {
    return entryOf(this.code)?.[1]
  }

  toJSON() {
    const { service, status, code, message, raw, field, retryAfterSeconds } = this
    return { service, status, code, message, raw, field, retryAfterSeconds }
  }

  /** Reads the output of `toJSON`. */
  static fromJSON(value: Json): Problem | undefined {
    if (!isJsonObject(value) || typeof value.code !== 'string' || typeof value.status !== 'number') return undefined
    const { code, message, ...details } = value
    return new Problem(code, typeof message === 'string' ? message : undefined, details)
  }
}

const serviceOf = (code: string): ServiceName => {
  const [found] = Object.entries(known.errors).find(([, table]) => Object.hasOwn(table, code)) ?? []
  return (found as ServiceName | undefined) ?? 'session'
}
