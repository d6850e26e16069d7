import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'

/**
 * Requires a part of a response, such as an API key (`what`). The error states that the call itself may have succeeded.
 */
export function requirePart<T>(endpoint: Endpoint, part: T | undefined, what: string): NonNullable<T> {
  if (part !== undefined && part !== null && part !== '') return part
  const problem = new Problem('UNEXPECTED_CONTENT', `The server response contains no ${what}`, {
    service: serviceOf(endpoint),
  })
  problem.endpoint = endpoint
  throw problem
}
