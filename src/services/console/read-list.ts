import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { Problem } from '#contract/problem.ts'
import { withoutServerText } from '#platform/upstream/call.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import { unlessNotOffered } from '#platform/upstream/not-offered.ts'
import { problemIn } from '#platform/upstream/upstream-problem.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

export type ListCaller = { upstream: Upstream; bearer: Bearer; signal: AbortSignal }
type RowOf<E extends Endpoint> = Output<E> extends { rows: (infer T)[] } ? T : never

/**
 * Reads an unpaginated list, passing rows to `add` as they arrive. Problems omit the server's message, which may
 * contain the key.
 */
export async function readList<E extends Endpoint>(
  { upstream, bearer, signal }: ListCaller,
  endpoint: E,
  input: Input<E>,
  add: (rows: readonly RowOf<E>[]) => void,
) {
  const rowsOf = (status: number, body: string) => {
    const { rows } = fromResponse(endpoint, { status, headers: {}, body }, upstream.dialect) as { rows: RowOf<E>[] }
    add(rows)
  }
  try {
    const request = toRequest(endpoint, input, upstream.dialect)
    const answer = await upstream.request(endpoint, request, bearer.value, signal, bearer.origin, {
      onRows: (body) => rowsOf(200, body),
    })
    const asking = { upstream, secret: bearer.value, signal, origin: bearer.origin }
    const found = problemIn(upstream.service, answer, undefined)
    const problem = await unlessNotOffered(endpoint, answer, found, asking)
    if (problem) throw problem
    // The server has the list elsewhere in its response, so it was read as a whole.
    rowsOf(answer.status, answer.text)
  } catch (error) {
    throw error instanceof Problem ? withoutServerText(error) : error
  }
}
