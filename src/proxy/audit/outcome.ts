import type { auditResults } from '#contract/console/audit.ts'
import { Problem } from '#contract/problem.ts'
import { problemOfFailure } from '#platform/database/failure.ts'

/** How a call ended that did not succeed, in the words of the audit. */
export function outcomeOf(error: unknown): { result: (typeof auditResults)[number]; code: string } {
  if (!(error instanceof Problem))
    return { result: 'failed', code: problemOfFailure(error, 'console')?.code ?? 'FAILED' }
  return { result: error.status >= 400 && error.status < 500 ? 'refused' : 'failed', code: error.code }
}

type FailureCode = 'AUDIT_UNAVAILABLE' | 'NOT_RECORDED'

/** The audit itself has failed: another attempt to write would fail, too. */
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
