import { problemParameter } from '#contract/http/return-path.ts'
import { Problem } from '#contract/problem.ts'

/** Whether the identity provider returned without a session. */
export const isProblem = (search: URLSearchParams) => search.has(problemParameter)

/** Why somebody is back from the identity provider without a session. Only what we know: the address is anybody's. */
export function problemOfAddress(search: URLSearchParams): Problem | undefined {
  const code = search.get(problemParameter)
  const problem = code ? new Problem(code) : undefined
  return problem?.meaning === undefined ? undefined : problem
}

/** The same address without it: a reload does not tell it again. */
export function withoutProblem({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const rest = new URLSearchParams(search)
  rest.delete(problemParameter)
  return pathname + (rest.size > 0 ? `?${rest}` : '') + hash
}
