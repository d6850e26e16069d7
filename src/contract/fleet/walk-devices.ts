import type { Input, Output } from '#contract/endpoint.ts'
import { skipTokenOf } from '#contract/page.ts'
import { type DeviceSummary, type listDevices, pageLimit } from '#contract/mdm/device-list.ts'

/** Limit for reading a whole list; longer lists are incomplete. */
export const maxWalked = 2000
/** Limit for servers with a page size of their own. */
const maxPages = 100

export type WalkedDevices = { rows: DeviceSummary[]; isWhole: boolean }

/**
 * Reads all devices with documented parameters only: follows the skip-token of each page. Without tokens, uses offsets
 * until a page contains no new device.
 */
export async function walkDevices(
  read: (input: Input<typeof listDevices>) => Promise<Output<typeof listDevices>>,
): Promise<WalkedDevices> {
  const found = new Map<string, DeviceSummary>()
  let token: string | undefined
  for (let pages = 0; pages < maxPages && found.size <= maxWalked; pages++) {
    const before = found.size
    const part = token === undefined ? (before > 0 ? { offset: before } : {}) : { 'skip-token': token }
    const page = await read({ limit: pageLimit.max, ...part })
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
