import type { Dialect } from '#contract/dialect.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { Problem } from '#contract/problem.ts'
import { findResources } from '#platform/upstream/api-root.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import { type Answer, problemIn } from '#platform/upstream/upstream-problem.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

/** A request and its result. */
export type CallResult = {
  endpoint: Endpoint
  input: Input<Endpoint>
  bearer: Bearer | undefined
  answer?: Answer
  /** Time of the response. */
  at: number
  milliseconds: number
  problem?: Problem
  value?: unknown
}
type Way = { bearer?: Bearer | undefined; dialect?: Dialect }
export type ConnectionCaller = ReturnType<typeof connectionCaller>

/** Longer than usual responses, but acceptable for an interactive check. */
const answersWithinMs = 6_000

/** Sends requests to one server; failures are returned as results. */
export const connectionCaller =
  (upstream: Upstream, signal: AbortSignal, withinMs = answersWithinMs) =>
  async <R extends Endpoint>(endpoint: R, input: Input<R>, { bearer, dialect }: Way = {}): Promise<CallResult> => {
    const start = performance.now()
    const asked = { endpoint, input, bearer }
    const times = () => ({ at: Date.now(), milliseconds: Math.round(performance.now() - start) })
    const until = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
    let answer: Answer | undefined
    try {
      await findResources({ upstream, secret: bearer?.value, signal: until, origin: bearer?.origin })
      const { resources } = upstream.dialect
      const speaks = { ...(dialect ?? upstream.dialect), ...(resources && { resources }) }
      answer = await upstream.request(
        endpoint,
        toRequest(endpoint, input, speaks),
        bearer?.value,
        until,
        bearer?.origin,
      )
      const problem = problemIn(upstream.service, answer, endpoint.responseType)
      if (problem) return { ...asked, ...times(), answer, problem }
      const { status, headers, text: body, bytes } = answer
      const value: unknown = fromResponse(
        endpoint,
        { status, headers, body, ...(endpoint.responseType && { bytes }) },
        speaks,
      )
      return { ...asked, ...times(), answer, value }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { ...asked, ...times(), ...(answer && { answer }), problem: error }
    }
  }
