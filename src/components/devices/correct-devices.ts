import { queryClient } from '#api/client.ts'
import { inOrder, revealsOrder } from '#components/lists/checked/row-order.ts'
import type { Input } from '#contract/endpoint.ts'
import { listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { maxWalked } from '#contract/fleet/walk-devices.ts'
import { allDevices } from './all-devices.ts'
import { type CheckedDevices, callDevices, type OwnParameter } from './call-devices.ts'
import { filtered } from '#contract/mdm/rules/device-filters.ts'
import { sortValue } from './device-order.ts'
import { rowsByToken } from './rows-by-token.ts'

type ListInput = Input<typeof listDevices>

/** Applies the parameters that the server did not: filters, sorts and pages the whole list, if it is short enough. */
export async function correctDevices(
  page: CheckedDevices,
  unmet: OwnParameter[],
  input: ListInput,
  signal?: AbortSignal,
): Promise<CheckedDevices> {
  const isLong = page.total !== undefined && page.total > Math.max(maxWalked, page.rows.length)
  const { rows, isWhole } = isLong ? { rows: [], isWhole: false } : await queryClient.query(allDevices)
  const { sort } = input
  const isSortable = sort === undefined || revealsOrder(rows, sort, sortValue)
  const found = isWhole && isSortable ? filtered(rows, input) : undefined
  if (!found) return asItComes(page, unmet, input, signal)
  const sorted = sort === undefined ? found : inOrder(found, sort, sortValue)
  const { offset = 0, limit = pageLimit.default } = input
  return { rows: sorted.slice(offset, offset + limit), total: found.length, unmet, isCorrected: true }
}

/** The requested part of a response with more rows than requested: all of the list, or all from the offset on. */
function partHere<T>(rows: T[], unmet: readonly OwnParameter[], { offset = 0, limit = pageLimit.default }: ListInput) {
  if (rows.length <= limit) return rows
  const from = unmet.includes('offset') ? offset : 0
  return rows.slice(from, from + limit)
}

const paging: readonly OwnParameter[] = ['limit', 'offset', 'sort']
const isFilter = (unmet: readonly OwnParameter[]) => unmet.some((name) => !paging.includes(name))

/** For lists that are too long to be loaded: returns the requested page in the server's order, with its filters. */
async function asItComes(
  page: CheckedDevices,
  unmet: OwnParameter[],
  input: ListInput,
  signal?: AbortSignal,
): Promise<CheckedDevices> {
  const isPaged = !unmet.includes('limit') && !unmet.includes('offset')
  const found = isPaged ? undefined : await rowsByToken({ endpoint: listDevices, call: callDevices }, input, signal)
  // Skip-tokens are the only documented way to page, so that paging was not ignored.
  const left = found ? unmet.filter((name) => name !== 'limit' && name !== 'offset') : unmet
  const { rows, total } = found ?? { ...page, rows: partHere(page.rows, unmet, input) }
  if (left.length === 0) return { rows, ...(total !== undefined && { total }) }
  return { ...page, rows, total: isFilter(left) ? undefined : total, unmet: left, isCorrected: false }
}
