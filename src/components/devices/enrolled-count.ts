import { queryOptions } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { managedStatus } from '#contract/mdm/status.ts'
import { askDevices } from './asked-devices.ts'

const enrolled = '2'
const others = Object.keys(managedStatus).filter((status) => status !== enrolled)
const compared = 25

/**
 * How many devices are enrolled; null where the server does not tell. A server that ignores the filter counts all of
 * them: then the same devices are among those that are enrolled and among those that are not.
 */
async function count(signal: AbortSignal): Promise<number | null> {
  const part = { limit: compared, exclude_removed: true }
  const [these, those] = await Promise.all([
    askDevices({ ...part, managed_status: [enrolled] }, signal),
    askDevices({ ...part, managed_status: others }, signal),
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
