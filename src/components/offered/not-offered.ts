import type { Problem } from '#contract/problem.ts'

/** What servers say of an address or a method that they do not have, with and without an HTTP status that says so. */
const codes: ReadonlySet<string> = new Set([
  'NOT_OFFERED',
  'COM0001',
  'COM0008',
  '10022',
  'UNKNOWN_API_NAME',
  'WRONG_METHOD',
])
const statuses: ReadonlySet<number> = new Set([404, 405, 410, 501])

/** Of a list, or of a part of something that is known to be there: its server has no such operation. */
export const isNotOffered = ({ code, status }: Pick<Problem, 'code' | 'status'>) =>
  codes.has(code) || statuses.has(status)
