import { queryOptions } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { walkDevices } from '#contract/fleet/walk-devices.ts'
import { callDevices } from './call-devices.ts'

export const allDevices = queryOptions({
  queryKey: [listDevices.id, 'all'] as const,
  meta: query(listDevices, {}).meta,
  queryFn: ({ signal }) => walkDevices(async (input) => (await callDevices(input, signal)).page),
  staleTime: 30_000,
})
