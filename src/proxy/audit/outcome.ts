import type { auditResults } from '#contract/console/audit.ts'
import { Problem } from '#contract/problem.ts'
import { problemOfFailure } from '#platform/database/failure.ts'

/** The audit result of a failed call. */
export function outcomeOf(error: unknown): { result: (typeof auditResults)[number]; code: string } {
  if (!(error instanceof Problem))
    return { result: 'failed', code: problemOfFailure(error, 'console')?.code ?? 'FAILED' }
  return { result: error.status >= 400 && error.status < 500 ? 'refused' : 'failed', code: error.code }
}

type FailureCode = 'AUDIT_UNAVAILABLE' | 'NOT_RECORDED'

/** The audit write itself failed; recording that failure would fail as well. */
export class Unrecorded extends Error {
  readonly problem: Problem
  constructor(code: FailureCode, cause: unknown) {
    super('The audit could not be written', { cause })
    this.problem = new Problem(code, undefined, { service: 'console' })
  }
}
export const failsWith = (code: FailureCode) => (error: unknown) => {
  throw error instanceof Problem ? error : new Unrecorded(code, error)
}
