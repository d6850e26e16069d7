import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { listDevices, pageLimit } from '#contract/mdm/devices.ts'
import { allDevices } from './all-devices.ts'
import { callWithout, type OwnParameter } from './call-without.ts'
import { filtered, unmetFilters } from './device-filters.ts'
import { inOrder, isInOrder } from './device-order.ts'

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
  const { page, refused } = await callWithout(listDevices, input, signal)
  const unmet = [
    ...new Set([
      ...refused,
      ...unmetFilters(page.rows, input),
      ...unmetOrder(page, input),
      ...(await unmetPaging(page, input, signal)),
    ]),
  ]
  if (unmet.length === 0) return page
  const { rows, isWhole } = await queryClient.query(allDevices)
  const found = isWhole ? filtered(rows, input) : undefined
  if (!found) return { ...page, total: isFilter(unmet) ? undefined : page.total, unmet, isMended: false }
  const sorted = input.sort === undefined ? found : inOrder(found, input.sort)
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
  sort === undefined || isInOrder(rows, sort) ? [] : ['sort']

/** More rows than were asked for; or a later page that begins as the first one does. */
async function unmetPaging({ rows }: AskedDevices, input: ListInput, signal?: AbortSignal): Promise<OwnParameter[]> {
  const { limit = rows.length, offset = 0 } = input
  if (rows.length > limit) return ['limit']
  const [row] = rows
  if (offset === 0 || !row) return []
  const first = await callWithout(listDevices, { ...input, offset: 0, limit: 1 }, signal)
  return first.page.rows[0]?.device_id === row.device_id ? ['offset'] : []
}
