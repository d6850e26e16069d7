import { firstRowInput, pageBaseByRows, reportedPageBase } from '#contract/desktop/page-base.ts'
import type { Dialect } from '#contract/dialect.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { parseJson } from '#contract/json.ts'
import type { Problem } from '#contract/problem.ts'
import { type Answer, problemIn } from './upstream-problem.ts'
import type { Upstream } from './upstream.ts'

/** Result of a list request. */
type Seen = { answer?: Answer; problem?: Problem | undefined; value?: unknown }
/** `said` is a result that leaves the page base open: an error or an empty list. */
export type DetectedPageBase<S extends Seen> = { base: Dialect['pageBase'] } | { said: S }

/**
 * Determines the number of the first page at a server, by requesting the list without a page number and then page 1.
 */
export async function detectPageBase<R extends Endpoint, S extends Seen>(
  endpoint: R,
  input: Input<R>,
  ask: (input: Input<R>) => Promise<S>,
): Promise<DetectedPageBase<S>> {
  const first = await ask(firstRowInput(endpoint, input))
  if (first.problem) return { said: first }
  const told = reportedPageBase(parseJson(first.answer?.text ?? ''))
  if (told !== undefined) return { base: told }
  if (rowsIn(first).length === 0) return { said: first }
  const second = await ask(firstRowInput(endpoint, input, 1))
  // If page 1 does not exist, the only page is 0.
  const base = second.problem ? refusedBase(second.problem) : pageBaseByRows(rowsIn(first), rowsIn(second))
  return base === undefined ? { said: second } : { base }
}

const rowsIn = ({ value }: Seen) => (value as { rows: readonly object[] }).rows

type CallTarget = {
  upstream: Upstream
  secret: string | undefined
  signal: AbortSignal
  origin: string | undefined
  /** Role of the caller: the list may have an address for each. */
  role?: Dialect['role'] | undefined
}

/**
 * Before the first list of a server with unknown page base. Returns the error or the empty list if it remains unknown.
 */
export async function findPageBase<R extends Endpoint>(endpoint: R, input: Input<R>, asking: CallTarget) {
  const { upstream, secret, signal, origin, role } = asking
  const { pages, service } = upstream
  const dialect = role ? { ...upstream.dialect, role } : upstream.dialect
  if (endpoint.pageIndex === undefined || pages.base() !== undefined) return undefined
  const found = await detectPageBase(endpoint, input, async (one) => {
    const answer = await upstream.request(endpoint, toRequest(endpoint, one, dialect), secret, signal, origin)
    const { status, headers, text: body } = answer
    const problem = problemIn(service, answer, endpoint.responseType)
    return {
      answer,
      problem,
      value: problem ? undefined : fromResponse(endpoint, { status, headers, body }, dialect),
    }
  })
  if ('said' in found) return found.said
  pages.learn(found.base)
  return undefined
}

/** Errors unrelated to paging. */
const isOfWhoAsks = ({ status }: Problem) => status === 401 || status === 403 || status === 429

const refusedBase = (problem: Problem) => (isOfWhoAsks(problem) || problem.status >= 500 ? undefined : 0)

/** A list may have been rejected for its page number: the next request determines the page base again. */
export function doubtPageBase(endpoint: Endpoint, { pages }: Upstream, problem: Problem) {
  if (endpoint.pageIndex !== undefined && !isOfWhoAsks(problem)) pages.forget()
}
