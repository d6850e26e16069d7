import type { JsonObject } from '#contract/json.ts'
import type { Problem } from '#contract/problem.ts'
import { databaseErrors } from '#contract/problems/known-errors.ts'

/** Error body of a service. Only mobile-device-management documents its form; the others are our choice. */
export function errorBody(problem: Problem): JsonObject {
  if (problem.service === 'keys') return { result: { status: 'Failed', message: problem.message } }
  // RFC 6749, 5.2
  if (problem.service === 'identity') return { error: identityCode(problem.code), error_description: problem.message }
  const description = { error_code: problem.code, error_description: problem.message }
  return problem.service === 'desktop'
    ? { message_type: 'error', message_version: '1.0', status: 'error', ...description }
    : { ...description, localized_error_description: problem.message }
}

/** RFC 6749, 4.1.2.1, has codes for temporary failures. */
const identityCode = (code: string) => {
  if (!Object.hasOwn(databaseErrors, code)) return code
  return code === 'STORAGE_FULL' ? 'server_error' : 'temporarily_unavailable'
}
