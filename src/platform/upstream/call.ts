import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { Problem } from '#contract/problem.ts'
import { findResources } from './api-root.ts'
import { problemIn } from './upstream-problem.ts'
import type { Upstream } from './upstream.ts'

type CallTarget = {
  upstream: Upstream
  secret?: string
  signal: AbortSignal
  /** Origin of the API, if it differs from the connection's URL. */
  origin?: string | undefined
}

/** Calls an endpoint for the console itself. The problem excludes the server's text, which may contain a token. */
export async function call<R extends Endpoint>(
  endpoint: R,
  input: Input<R>,
  { upstream, secret, signal, origin }: CallTarget,
): Promise<Output<R>> {
  try {
    await findResources({ upstream, secret, signal, origin })
    const answer = await upstream.request(
      endpoint,
      toRequest(endpoint, input, upstream.dialect),
      secret,
      signal,
      origin,
    )
    const problem = problemIn(upstream.service, answer, endpoint.responseType)
    if (problem) throw problem
    const { status, headers, text: body } = answer
    return fromResponse(endpoint, { status, headers, body }, upstream.dialect)
  } catch (error) {
    throw error instanceof Problem ? withoutServerText(error) : error
  }
}

/** The problem with the meaning of its code, or else of its status, instead of the server's text. */
export function withoutServerText({ code, meaning, service, status, retryAfterSeconds }: Problem): Problem {
  const said = meaning ?? new Problem(`HTTP_${status}`).message
  return new Problem(code, said, { service, status, retryAfterSeconds })
}
