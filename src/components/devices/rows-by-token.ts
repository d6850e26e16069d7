import { queryClient } from '#api/client.ts'
import { problemOf } from '#api/problem.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { toWireInput } from '#contract/http/http.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { type Page, skipTokenOf } from '#contract/page.ts'

type Paged = { offset?: number | undefined; limit?: number | undefined; 'skip-token'?: string | undefined }
/** A list that may have skip-tokens, and the function that requests its pages. */
export type Walked<T> = {
  endpoint: Endpoint
  call: (input: Paged, signal?: AbortSignal) => Promise<{ page: Page<T> }>
}
/** Offset of a server page in rows, and its token; the first page has none. */
type Start = { at: number; token?: string }
type Found<T> = { rows: T[]; total: number | undefined }

/** Maximum number of requests; servers have pages of 50 rows or more. */
const maxCalls = 1000
/** Tokens expire, and lists change. */
const keptMs = 5 * 60_000

/**
 * Rows at any offset of a list whose server only supports skip-tokens (mobile-device-management, Record meta and
 * paging): follows the pages from the nearest known one. Undefined if the server sends no tokens.
 */
export async function rowsByToken<T>(
  list: Walked<T>,
  input: Paged,
  signal?: AbortSignal,
): Promise<Found<T> | undefined> {
  const { offset: _offset, limit: _limit, 'skip-token': _token, ...rest } = input
  const key = [list.endpoint.id, 'starts', toWireInput(list.endpoint, rest as Input<Endpoint>)] as const
  const state = queryClient.getQueryState<Start[]>(key)
  const isFresh = state?.data !== undefined && Date.now() - state.dataUpdatedAt < keptMs
  const known = isFresh ? (state.data ?? []) : []
  try {
    return await walk(list, input, rest, { known, key, signal })
  } catch (error) {
    // An expired token is rejected with 400, like any invalid parameter: starts over.
    if (known.length < 2 || problemOf(error).status !== 400) throw error
    return walk(list, input, rest, { known: [], key, signal })
  }
}

type Steps = { known: readonly Start[]; key: readonly unknown[]; signal: AbortSignal | undefined }

async function walk<T>(
  { call }: Walked<T>,
  { offset = 0, limit = pageLimit.default }: Paged,
  rest: Paged,
  { known, key, signal }: Steps,
): Promise<Found<T> | undefined> {
  const starts: Start[] = known.length > 0 ? [...known] : [{ at: 0 }]
  const rows: T[] = []
  let start = starts.findLast(({ at }) => at <= offset) ?? { at: 0 }
  for (let calls = 0; calls < maxCalls; calls += 1) {
    const { at, token } = start
    // oxlint-disable-next-line no-await-in-loop -- each page contains the token of the next one
    const { page } = await call({ ...rest, limit: pageLimit.max, ...(token && { 'skip-token': token }) }, signal)
    rows.push(...page.rows.slice(Math.max(0, offset - at), Math.max(0, offset + limit - at)))
    const end = at + page.rows.length
    const next = skipTokenOf(page.next)
    if (next === undefined || next === token || page.rows.length === 0) {
      queryClient.setQueryData(key, starts)
      const isAll = page.total === undefined ? token !== undefined : end >= page.total
      return isAll || end >= offset + limit ? { rows, total: page.total } : undefined
    }
    start = { at: end, token: next }
    if (!starts.some((one) => one.at === end)) starts.push(start)
    if (end >= offset + limit) {
      queryClient.setQueryData(key, starts)
      return { rows, total: page.total }
    }
  }
  return undefined
}
