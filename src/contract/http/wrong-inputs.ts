import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { missingMessage } from './http.ts'

/** Validation errors by field name; '' holds errors that concern no single field. */
export function wrongInputs(endpoint: Endpoint, input: Record<string, unknown>): Record<string, string> {
  const result = z.safeEncode(endpoint.input, input, {
    error: (issue) => missingMessage.error(issue) ?? sayNumber(issue),
  })
  const issues = result.success ? [] : result.error.issues.toReversed()
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? ''), message]))
}

const sayNumber = ({ code, expected }: { code?: string; expected?: unknown }) => {
  if (code !== 'invalid_type') return undefined
  return expected === 'int' ? 'must be a whole number' : expected === 'number' ? 'must be a number' : undefined
}
