import type { Problem } from '#contract/problem.ts'

/** Refused before anything was done: nobody is signed in, no right, too many calls, no connection to begin with. */
const neverSent = new Set([401, 403, 429])
const neverReached = new Set([
  'NOT_CONNECTED',
  'CONSENT_NEEDED',
  'KEY_REFUSED',
  'KEY_NEEDED',
  'GRANT_REFUSED',
  'KEY_UNREADABLE',
  'AUDIT_UNAVAILABLE',
  'HELD',
  'SEALED', // key management refuses each operation before it looks at it
])

/** The connection was never made: its server is away, and saw nothing. */
const noConnection =
  /\((ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT)\)$/

export const isAway = ({ code, message }: Pick<Problem, 'code' | 'message'>): boolean =>
  code === 'UNREACHABLE' && noConnection.test(message)

export const wasNeverSent = ({ status, code }: Pick<Problem, 'status' | 'code'>): boolean =>
  neverSent.has(status) || neverReached.has(code)

/** Whether a call that failed may have been done all the same: its answer got lost, or was none. */
export const mayBeDone = (problem: Pick<Problem, 'status' | 'code' | 'message'>): boolean =>
  // CLOUD_RENEWED: the proxy cannot tell whether the first try was taken.
  !wasNeverSent(problem) &&
  !isAway(problem) &&
  (problem.status === 0 || problem.status >= 500 || problem.code === 'CLOUD_RENEWED')
