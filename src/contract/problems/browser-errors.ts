/** `[HTTP status, meaning, next step]` of an error code. */
export type Entry = readonly [status: number, meaning: string, next: string]

export type Called = {
  readonly id: string
  readonly summary: string
  readonly changes?: readonly string[] | undefined
}
export type Failure = {
  readonly service: string
  readonly status: number
  readonly code: string
  readonly message: string
  readonly endpoint: Called | undefined
}

/** Explanations of error codes. */
export type Explanations = {
  /** By service. */
  errors: Readonly<Record<string, Readonly<Record<string, Entry>>>>
  /** Console pages where causes can be resolved; the service is appended as a query parameter. */
  causes: Readonly<Partial<Record<string, { label: string; path: string }>>>
  /** Next steps by status, for unknown codes. */
  nextBy: Readonly<Partial<Record<number, string>>>
  /** Next step where the code alone does not decide: lost responses, codes with an unusual status. */
  nextInstead?: (failure: Failure, next: string) => string | undefined
}

export const tryAgain = 'Try again. If this keeps happening, contact the server’s administrator.'
export const correctInput = 'Correct the values and send them again.'

/** Errors that the browser detects without a server. */
export const browserErrors = {
  INVALID_INPUT: [400, 'A value is not accepted', correctInput],
  NOT_FOUND: [404, 'This page does not exist', 'Check the address.'],
  UNEXPECTED_CONTENT: [502, 'The server response is not JSON', tryAgain],
  TRUNCATED: [502, 'The server response is incomplete', tryAgain],
  OFFLINE: [0, 'The console cannot be reached', 'Check your network, then try again.'],
  UNLOADED: [0, 'Part of this page could not be loaded', 'Reload the page.'],
  FAILED: [500, 'Something went wrong in the console', tryAgain],
} as const satisfies Record<string, Entry>

/** Explanations loaded with the first page (`imports` in package.json); `explained.ts` adds the rest. */
export const atHand: Explanations = { errors: { session: browserErrors }, causes: {}, nextBy: {} }
