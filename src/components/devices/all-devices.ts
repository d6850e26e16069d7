import { queryOptions } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { type DeviceSummary, listDevices, pageLimit } from '#contract/mdm/device-list.ts'
import { skipTokenOf } from '#contract/page.ts'
import { callDevices } from './call-devices.ts'

/** Limit for reading a whole list; longer lists are incomplete. */
export const maxRows = 2000
/** Limit for servers with a page size of their own. */
const maxPages = 100

type AllDevices = { rows: DeviceSummary[]; isWhole: boolean }

/**
 * Reads all devices with documented parameters only: follows the skip-token of each page. Without tokens, uses offsets
 * until a page contains no new device.
 */
async function walk(signal: AbortSignal): Promise<AllDevices> {
  const found = new Map<string, DeviceSummary>()
  let token: string | undefined
  for (let pages = 0; pages < maxPages && found.size <= maxRows; pages++) {
    const before = found.size
    const part = token === undefined ? (before > 0 ? { offset: before } : {}) : { 'skip-token': token }
    const { page } = await callDevices({ limit: pageLimit.max, ...part }, signal)
    for (const [at, row] of page.rows.entries()) found.set(row.device_id ?? row.udid ?? `${pages} ${at}`, row)
    const next = skipTokenOf(page.next)
    // A page of another size than requested is the last one, or contains all rows.
    const isAll = page.total === undefined ? page.rows.length !== pageLimit.max : found.size >= page.total
    if (isAll && (next === undefined || next === token)) return { rows: [...found.values()], isWhole: true }
    if (found.size === before) break
    token = next
  }
  return { rows: [...found.values()], isWhole: false }
}

export const allDevices = queryOptions({
  queryKey: [listDevices.id, 'all'] as const,
  meta: query(listDevices, {}).meta,
  queryFn: ({ signal }) => walk(signal),
  staleTime: 30_000,
})
