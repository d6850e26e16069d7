import { queryClient } from '#api/client.ts'
import { problemOf } from '#api/problem.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { toWireInput } from '#contract/http/http.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { type Page, skipTokenOf } from '#contract/page.ts'

type Paged = { offset?: number | undefined; limit?: number | undefined; 'skip-token'?: string | undefined }
/** A list whose server may have tokens for its pages, and how it is called. */
export type Walked<T> = {
  endpoint: Endpoint
  call: (input: Paged, signal?: AbortSignal) => Promise<{ page: Page<T> }>
}
/** Where a page of the server begins, in rows, and the token that leads there; the first has none. */
type Start = { at: number; token?: string }
type Found<T> = { rows: T[]; total: number | undefined }

/** So far a walk goes in one turn; a page of the reference's servers has 50 rows and more. */
const maxCalls = 1000
/** Tokens are good for some time, and a list changes. */
const keptMs = 5 * 60_000

/**
 * Rows anywhere in the list of a server that knows no `offset`: by the skip-tokens of its pages (mobile-device-management,
 * Record meta and paging), which are walked from the nearest one that is known. Undefined where it gives none.
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
    // A token that is no longer good is refused like any other parameter.
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
    // oxlint-disable-next-line no-await-in-loop -- only a page says where the next one begins
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
