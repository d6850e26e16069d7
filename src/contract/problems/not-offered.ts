import type { Problem } from '#contract/problem.ts'

/** Error codes for an unknown path or method, which servers return with various HTTP statuses. */
const codes: ReadonlySet<string> = new Set([
  'NOT_OFFERED',
  'COM0001',
  'COM0008',
  '10022',
  'UNKNOWN_API_NAME',
  'WRONG_METHOD',
])
const statuses: ReadonlySet<number> = new Set([404, 405, 410, 501])

/**
 * Whether an error means that the server does not offer the operation. Only for lists and for parts of objects that
 * exist.
 */
export const isNotOffered = ({ code, status }: Pick<Problem, 'code' | 'status'>) =>
  codes.has(code) || statuses.has(status)
