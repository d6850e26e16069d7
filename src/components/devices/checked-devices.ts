import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { loadPart } from '#api/load-part.ts'
import { query } from '#api/query.ts'
import type { Input } from '#contract/endpoint.ts'
import { isInOrder, reversed, revealsOrder } from '#components/lists/checked/row-order.ts'
import { listDevices, oneDevice } from '#contract/mdm/device-list.ts'
import { type CheckedDevices, callDevices, type OwnParameter } from './call-devices.ts'
import {
  filterNames,
  matchingNone,
  hasText,
  unmetFilters,
  unreportedFilters,
} from '#contract/mdm/rules/device-filters.ts'
import { sortValue } from './device-order.ts'

type ListInput = Input<typeof listDevices>

/**
 * Reads a page of devices. If the response shows that a filter, the sort order or paging was not applied, loads the
 * whole list, where it is short enough, and applies them here.
 */
export async function requestDevices(input: ListInput, signal?: AbortSignal): Promise<CheckedDevices> {
  const { page, refused } = await callDevices(input, signal)
  const unmet = [
    ...new Set([
      ...refused,
      ...unmetFilters(page.rows, input),
      ...(await unmetRemoved(page, input)),
      ...(await unmetUntold(page, input)),
      ...(await unmetSearch(page, input, signal)),
      ...(await unmetOrder(page, input, signal)),
      ...(await unmetPaging(page, input, signal)),
    ]),
  ]
  if (unmet.length === 0) return page
  return (await loadPart(() => import('./correct-devices.ts'))).correctDevices(page, unmet, input, signal)
}

export function checkedDevices(input: ListInput) {
  const { queryKey, meta } = query(listDevices, input)
  return queryOptions({
    // Copied, because the key's type also describes the result of the original query.
    queryKey: [...queryKey] as const,
    meta,
    queryFn: ({ signal }): Promise<CheckedDevices> => requestDevices(input, signal),
  })
}

/** Capabilities of a server rarely change. */
const longMs = 10 * 60_000

/**
 * Whether the rows are unsorted. If the sort field is missing, requests the reverse order: identical rows mean that
 * sorting is ignored.
 */
async function unmetOrder({ rows }: CheckedDevices, input: ListInput, signal?: AbortSignal): Promise<OwnParameter[]> {
  const { sort } = input
  if (sort === undefined || rows.length < 2) return []
  if (revealsOrder(rows, sort, sortValue)) return isInOrder(rows, sort, sortValue) ? [] : ['sort']
  const { page } = await callDevices({ ...input, sort: reversed(sort) }, signal)
  return rows.every(({ device_id }, at) => device_id === page.rows[at]?.device_id) ? ['sort'] : []
}

/**
 * Filters on fields that no row has are tested with a value that no device can have: a server that returns devices
 * ignores the filter.
 */
async function unmetUntold({ rows }: CheckedDevices, input: ListInput): Promise<OwnParameter[]> {
  const tried = unreportedFilters(rows, input).map(async (name) =>
    (await queryClient.query(ignores(name))) ? [name] : [],
  )
  return (await Promise.all(tried)).flat()
}

const ignores = (name: Parameters<typeof matchingNone>[0]) =>
  queryOptions({
    queryKey: [listDevices.id, 'ignores', name] as const,
    queryFn: async ({ signal }) => {
      // The server may reject the test value itself.
      const found = await call(listDevices, matchingNone(name), signal).catch(() => undefined)
      return (found?.rows.length ?? 0) > 0
    },
    staleTime: longMs,
  })

/**
 * If a row does not contain the search text, compares with the unfiltered list: identical rows mean that the search is
 * ignored.
 */
async function unmetSearch(
  { rows, total }: CheckedDevices,
  input: ListInput,
  signal?: AbortSignal,
): Promise<OwnParameter[]> {
  const { search: _, ...rest } = input
  if (rows.every((row) => hasText(row, input))) return []
  const { page: all } = await callDevices(rest, signal)
  const isSame = rows.length === all.rows.length && rows.every((row, at) => row.device_id === all.rows[at]?.device_id)
  // A single row is inconclusive: the first row of the list can also be the first match.
  return isSame && total === all.total && (total !== undefined || rows.length > 1) ? ['search'] : []
}

const asksOneDevice = queryOptions({
  queryKey: [listDevices.id, 'one'] as const,
  queryFn: ({ signal }) => callDevices(oneDevice, signal),
  staleTime: longMs,
})

/**
 * Removed devices can be on other pages. Compares the total with that of an unfiltered list, if the server also ignores
 * `limit`.
 */
async function unmetRemoved({ rows, total }: CheckedDevices, input: ListInput): Promise<OwnParameter[]> {
  if (input.exclude_removed !== true || total === undefined || total <= rows.length) return []
  const { page } = await queryClient.query(asksOneDevice)
  const isFiltered = filterNames.some((name) => name !== 'exclude_removed' && input[name] !== undefined)
  return page.rows.length > 1 && (isFiltered || page.total === total) ? ['exclude_removed'] : []
}

/** More rows than requested, fewer although more exist, or a later page that starts like the first one. */
async function unmetPaging(page: CheckedDevices, input: ListInput, signal?: AbortSignal): Promise<OwnParameter[]> {
  const { rows, total = 0 } = page
  const { limit = rows.length, offset = 0 } = input
  const isCut = rows.length > 0 && rows.length < limit && offset + rows.length < total
  const unmet: OwnParameter[] = rows.length > limit || isCut ? ['limit'] : []
  const [row] = rows
  if (offset === 0 || !row || isCut) return unmet
  const first = await callDevices({ ...input, offset: 0, limit: 1 }, signal)
  return first.page.rows[0]?.device_id === row.device_id ? [...unmet, 'offset'] : unmet
}
