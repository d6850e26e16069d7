import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'

/**
 * A part of an answer without which there is nothing to show. `what`: `API key`. The call itself may have been done all
 * the same, which the problem says.
 */
export function requirePart<T>(endpoint: Endpoint, part: T | undefined, what: string): NonNullable<T> {
  if (part !== undefined && part !== null && part !== '') return part
  const problem = new Problem('UNEXPECTED_CONTENT', `The server response contains no ${what}`, {
    service: serviceOf(endpoint),
  })
  problem.endpoint = endpoint
  throw problem
}
