import { problemParameter } from '#contract/http/return-path.ts'
import { Problem } from '#contract/problem.ts'

/** Whether the identity provider returned without a session. */
export const isProblem = (search: URLSearchParams) => search.has(problemParameter)

/** Error of a sign-in at the identity provider. Only known codes are accepted, because anyone can create such a URL. */
export function problemOfAddress(search: URLSearchParams): Problem | undefined {
  const code = search.get(problemParameter)
  const problem = code ? new Problem(code) : undefined
  return problem?.meaning === undefined ? undefined : problem
}

/** The URL without the error, so that a reload does not show it again. */
export function withoutProblem({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const rest = new URLSearchParams(search)
  rest.delete(problemParameter)
  return pathname + (rest.size > 0 ? `?${rest}` : '') + hash
}
