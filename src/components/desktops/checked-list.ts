/** Lists of desktop management. Sorting and filtering are done in the browser if the server ignores them. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import { callWithout } from '#components/lists/checked/call-without.ts'
import { inOrder, isInOrder, reversed, revealsOrder } from '#components/lists/checked/row-order.ts'
import {
  filtersIn,
  matchingNone,
  type ListInput,
  passes,
  type Row,
  stated,
  valueOf,
  without,
} from '#contract/desktop/list-filters.ts'
import { pageSize } from '#contract/desktop/list.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { stringifyJson } from '#contract/json.ts'
import type { Page } from '#contract/page.ts'

/** A page, and the parameters that its server did not apply. */
export type CheckedList<T> = Page<T> & {
  /** Parameters that were ignored or rejected. */
  unmet?: string[]
  /** true: the whole list was loaded, then filtered and sorted in the browser. false: this was not possible. */
  isCorrected?: boolean
}

/** Maximum number of pages that are loaded for sorting and filtering in the browser. */
const maxPages = 2

/**
 * Reads a page of a list. If the response shows that a filter or the sort order was not applied, loads the whole list,
 * where it is short enough, and applies them here.
 */
export async function callList<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<CheckedList<Row>> {
  const asked = input as ListInput
  const { page: found, refused } = await callWithout({ endpoint, input, isOwn: (name) => !stated.has(name) }, signal)
  const page = found as Page<Row>
  const limit = Number(asked.pagelimit ?? pageSize.default)
  const ignored = filtersIn(asked).filter((name) => page.rows.some((row) => passes(row, name, asked) === false))
  const withoutRefused = Object.fromEntries(Object.entries(asked).filter(([name]) => !refused.includes(name)))
  const unmet = [
    ...new Set([
      ...refused,
      ...ignored,
      ...(await ignoredUntold(endpoint, page.rows, withoutRefused)),
      ...((await isUnsorted(endpoint, page.rows, withoutRefused, signal)) ? ['sort'] : []),
      ...(page.rows.length > limit ? ['pagelimit'] : []),
    ]),
  ]
  if (unmet.length === 0) return page
  const from = Number(asked.page ?? 0) * limit
  const part = (rows: Row[]) => ({ rows: rows.slice(from, from + limit), total: rows.length, unmet })
  const rows = await corrected(endpoint, asked, unmet, signal)
  if (rows) return { ...part(rows), isCorrected: true }
  // The pages of a list that is sent whole are formed here, although it cannot be filtered or sorted.
  const whole = unmet.includes('pagelimit') ? await everyRow(endpoint, without(asked, unmet), signal) : undefined
  const shown = whole ? part(whole) : { ...page, unmet }
  const isCounted = unmet.every((name) => name === 'sort' || (whole && name === 'pagelimit'))
  return { ...shown, total: isCounted ? shown.total : undefined, isCorrected: false }
}

/**
 * Filters on columns that no row has are tested with a value that no row can have: a server that returns rows ignores
 * the filter.
 */
async function ignoredUntold(endpoint: Endpoint, rows: readonly Row[], asked: ListInput) {
  if (rows.length === 0) return []
  const untold = filtersIn(asked).filter((name) => rows.every((row) => passes(row, name, asked) === undefined))
  const tried = untold.map(async (name) => ((await queryClient.query(ignores(endpoint, name, asked))) ? [name] : []))
  return (await Promise.all(tried)).flat()
}

const ignores = (endpoint: Endpoint, name: string, asked: ListInput) => {
  const input = matchingNone(name, asked)
  return queryOptions({
    queryKey: [endpoint.id, 'ignores', name, input.searchcolumn] as const,
    queryFn: async ({ signal }) => {
      // The server may reject the test value itself.
      const found = (await call(endpoint, input, signal).catch(() => undefined)) as Page<Row> | undefined
      return (found?.rows.length ?? 0) > 0
    },
    staleTime: 10 * 60_000,
  })
}

/**
 * Whether the rows are unsorted. If the sort column is missing, requests the reverse order: identical rows mean that
 * sorting is ignored.
 */
async function isUnsorted(endpoint: Endpoint, rows: readonly Row[], asked: ListInput, signal?: AbortSignal) {
  const { sort } = asked
  if (typeof sort !== 'string' || rows.length < 2) return false
  if (revealsOrder(rows, sort, valueOf)) return !isInOrder(rows, sort, valueOf)
  const turned = (await call(endpoint, { ...asked, sort: reversed(sort) }, signal)) as Page<Row>
  return stringifyJson(turned.rows) === stringifyJson(rows)
}

/** All rows after filtering and sorting; undefined if there are too many or a row lacks a required column. */
async function corrected(endpoint: Endpoint, asked: ListInput, unmet: readonly string[], signal?: AbortSignal) {
  const left = filtersIn(asked).filter((name) => unmet.includes(name))
  const all = await everyRow(endpoint, without(asked, unmet), signal)
  const tested = all?.map((row) => left.map((name) => passes(row, name, asked)))
  if (!all || tested?.some((each) => each.includes(undefined) && !each.includes(false))) return undefined
  const found = all.filter((_, at) => tested?.[at]?.every(Boolean))
  if (typeof asked.sort === 'string' && found.length > 1 && !revealsOrder(found, asked.sort, valueOf)) return undefined
  return typeof asked.sort === 'string' ? inOrder(found, asked.sort, valueOf) : found
}

async function everyRow(endpoint: Endpoint, asked: ListInput, signal?: AbortSignal): Promise<Row[] | undefined> {
  const rows: Row[] = []
  for (let page = 0; page < maxPages; page++) {
    const part = { ...asked, page, pagelimit: pageSize.max }
    // oxlint-disable-next-line no-await-in-loop -- each page shows whether another one follows
    const found = (await call(endpoint, part, signal)) as Page<Row>
    // A server without pages sends the same rows again; they are all, unless it counts more.
    if (page > 0 && stringifyJson(found.rows[0] ?? {}) === stringifyJson(rows[0] ?? {}))
      return (found.total ?? 0) > rows.length ? undefined : rows
    rows.push(...found.rows)
    const isAll = found.total === undefined ? found.rows.length < pageSize.max : rows.length >= found.total
    if (isAll) return rows
    if (found.rows.length === 0) break
  }
  return undefined
}

/** The same as query options. */
export const checkedList = <E extends Endpoint>(endpoint: E, input: Input<E>) => ({
  ...query(endpoint, input),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callList(endpoint, input, signal) as unknown as Promise<
      Output<E> & Pick<CheckedList<Row>, 'total' | 'unmet' | 'isCorrected'>
    >,
})
/** Page size with which an ignored filter is likely to be noticed. */
export const enough = 25
