import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import { fromResponse, toRequest } from '#contract/http/http.ts'
import { Problem } from '#contract/problem.ts'
import { problemIn } from '#platform/upstream/upstream-problem.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

/** Call a row for the proxy itself. What the server said stays out of the problem: it may hold a token. */
export async function call<R extends Endpoint>(
  endpoint: R,
  input: Input<R>,
  { upstream, secret, signal }: { upstream: Upstream; secret?: string; signal: AbortSignal },
): Promise<Output<R>> {
  try {
    const answer = await upstream.request(endpoint, toRequest(endpoint, input, upstream.dialect), secret, signal)
    const problem = problemIn(upstream.service, answer, endpoint.responseType)
    if (problem) throw problem
    return fromResponse(
      endpoint,
      { status: answer.status, headers: answer.headers, body: answer.text },
      upstream.dialect,
    )
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { service, status, retryAfterSeconds } = error
    throw new Problem(error.code, error.meaning, { service, status, retryAfterSeconds })
  }
}
