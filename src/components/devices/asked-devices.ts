import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { inOrder, isInOrder } from '#components/lists/checked/row-order.ts'
import { listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { allDevices } from './all-devices.ts'
import { callDevices, type OwnParameter } from './call-devices.ts'
import { filtered, hasText, unmetFilters } from './device-filters.ts'
import { sortValue } from './device-order.ts'

type ListInput = Input<typeof listDevices>

/** A page of devices, and what its server made of the parameters that the reference does not state. */
export type AskedDevices = Output<typeof listDevices> & {
  /** Parameters that were ignored or refused. */
  unmet?: OwnParameter[]
  /** The server has been asked for every device, and what it did not do was done here. */
  isMended?: boolean
}

/**
 * Devices as they are asked for. What the answer shows to be not what was asked (rows in another order, or outside of
 * a filter) is done here, where the whole list can be had.
 */
export async function askDevices(input: ListInput, signal?: AbortSignal): Promise<AskedDevices> {
  const { page, refused } = await callDevices(input, signal)
  const unmet = [
    ...new Set([
      ...refused,
      ...unmetFilters(page.rows, input),
      ...(await unmetSearch(page, input, signal)),
      ...unmetOrder(page, input),
      ...(await unmetPaging(page, input, signal)),
    ]),
  ]
  if (unmet.length === 0) return page
  const { rows, isWhole } = await queryClient.query(allDevices)
  const found = isWhole ? filtered(rows, input) : undefined
  if (!found) return { ...page, total: isFilter(unmet) ? undefined : page.total, unmet, isMended: false }
  const sorted = input.sort === undefined ? found : inOrder(found, input.sort, sortValue)
  const { offset = 0, limit = pageLimit.default } = input
  return { rows: sorted.slice(offset, offset + limit), total: found.length, unmet, isMended: true }
}

export function askedDevices(input: ListInput) {
  const { queryKey, meta } = query(listDevices, input)
  return queryOptions({
    // Spread: the key alone, without what it says of the answer.
    queryKey: [...queryKey] as const,
    meta,
    queryFn: ({ signal }): Promise<AskedDevices> => askDevices(input, signal),
  })
}

const paging: readonly OwnParameter[] = ['limit', 'offset', 'sort']
const isFilter = (unmet: readonly OwnParameter[]) => unmet.some((name) => !paging.includes(name))

const unmetOrder = ({ rows }: AskedDevices, { sort }: ListInput): OwnParameter[] =>
  sort === undefined || isInOrder(rows, sort, sortValue) ? [] : ['sort']

/** Some row does not have the text, and the rows are those that come without it. */
async function unmetSearch(
  { rows, total }: AskedDevices,
  input: ListInput,
  signal?: AbortSignal,
): Promise<OwnParameter[]> {
  const { search: _, ...rest } = input
  if (rows.every((row) => hasText(row, input))) return []
  const { page: all } = await callDevices(rest, signal)
  const isSame = rows.length === all.rows.length && rows.every((row, at) => row.device_id === all.rows[at]?.device_id)
  // A single row says little: the first of all may well be the first that was found.
  return isSame && total === all.total && (total !== undefined || rows.length > 1) ? ['search'] : []
}

/** More rows than were asked for; or a later page that begins as the first one does. */
async function unmetPaging({ rows }: AskedDevices, input: ListInput, signal?: AbortSignal): Promise<OwnParameter[]> {
  const { limit = rows.length, offset = 0 } = input
  if (rows.length > limit) return ['limit']
  const [row] = rows
  if (offset === 0 || !row) return []
  const first = await callDevices({ ...input, offset: 0, limit: 1 }, signal)
  return first.page.rows[0]?.device_id === row.device_id ? ['offset'] : []
}
