import type { Failure } from '#contract/problems/browser-errors.ts'

/** Rejected before processing: not signed in, forbidden, or rate limited. */
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
  'SEALED', // key management checks it before processing an operation
])

/** The connection failed, so the server received nothing. */
const noConnection =
  /\((ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT)\)$/

export const isAway = ({ code, message }: Pick<Failure, 'code' | 'message'>): boolean =>
  code === 'UNREACHABLE' && noConnection.test(message)

export const wasNeverSent = ({ status, code }: Pick<Failure, 'status' | 'code'>): boolean =>
  neverSent.has(status) || neverReached.has(code)

/** Whether a failed call may have been processed: its response was lost or invalid. */
export const mayBeDone = (problem: Pick<Failure, 'status' | 'code' | 'message'>): boolean =>
  // CLOUD_RENEWED: the first attempt may have been processed.
  !wasNeverSent(problem) &&
  !isAway(problem) &&
  (problem.status === 0 || problem.status >= 500 || problem.code === 'CLOUD_RENEWED')
