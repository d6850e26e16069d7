/** `[HTTP status, what it means, what to do next]` for each code we know. */
export type Entry = readonly [status: number, meaning: string, next: string]

export type Called = {
  readonly id: string
  readonly summary: string
  readonly changes?: readonly string[] | undefined
}
export type Failure = { readonly code: string; readonly message: string; readonly endpoint: Called | undefined }

/** What is known of codes, and what can be done about them. */
export type Explanations = {
  /** By the service whose codes they are. */
  errors: Readonly<Record<string, Readonly<Record<string, Entry>>>>
  /** Where the cause of some is removed: a page of the console, below it what belongs to the service. */
  causes: Readonly<Partial<Record<string, { label: string; path: string }>>>
  /** By status: what can be done about a code that is not known. */
  nextBy: Readonly<Partial<Record<number, string>>>
  /** Of a change whose answer got lost. */
  nextOfLost?: (failure: Failure, next: string) => string | undefined
}

export const tryAgain = 'Try again. If this keeps happening, contact the server’s administrator.'
export const correctInput = 'Correct the values and send them again.'

/** What a browser says without a server. */
export const browserErrors = {
  NOT_CONFIRMED: [403, 'Your identity was not confirmed', 'Try again and confirm when asked.'],
  INVALID_INPUT: [400, 'A value is not accepted', correctInput],
  NOT_FOUND: [404, 'This page does not exist', 'Check the address.'],
  UNEXPECTED_CONTENT: [502, 'The server response is not JSON', tryAgain],
  TRUNCATED: [502, 'The server response is incomplete', tryAgain],
  OFFLINE: [0, 'The console cannot be reached', 'Check your network, then try again.'],
  UNLOADED: [0, 'Part of this page could not be loaded', 'Reload the page.'],
  WINDOW_BLOCKED: [0, 'The browser did not open a window', 'Allow pop-up windows for this console, then try again.'],
  FAILED: [500, 'Something went wrong in the console', tryAgain],
} as const satisfies Record<string, Entry>

/** All that a browser has at first (`imports` in package.json): `explained.ts` brings the rest. */
export const atHand: Explanations = { errors: { session: browserErrors }, causes: {}, nextBy: {} }
