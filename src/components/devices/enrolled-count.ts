import { queryOptions } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { managedStatus } from '#contract/mdm/status.ts'
import { requestDevices } from './checked-devices.ts'

const enrolled = '2'
const others = Object.keys(managedStatus).filter((status) => status !== enrolled)
const compared = 25

/**
 * Number of enrolled devices; null if unknown. A server that ignores the filter counts all devices: the same devices
 * are then found as enrolled and as not enrolled.
 */
async function count(signal: AbortSignal): Promise<number | null> {
  const part = { limit: compared, exclude_removed: true }
  const [these, those] = await Promise.all([
    requestDevices({ ...part, managed_status: [enrolled] }, signal),
    requestDevices({ ...part, managed_status: others }, signal),
  ])
  const ids = new Set(these.rows.map(({ device_id }) => device_id))
  const isTrusted =
    these.isCorrected ?? !those.rows.some(({ device_id }) => device_id !== undefined && ids.has(device_id))
  return (isTrusted ? these.total : undefined) ?? null
}

export const enrolledCount = queryOptions({
  queryKey: [listDevices.id, 'enrolled'] as const,
  meta: query(listDevices, {}).meta,
  queryFn: ({ signal }) => count(signal),
  staleTime: 60_000,
})
