import { queryOptions } from '@tanstack/react-query'
import { listDevices } from '#contract/mdm/device-list.ts'

/** The platforms of a server's devices. How they are found out comes after the list itself. */
export const devicePlatforms = queryOptions({
  queryKey: [listDevices.id, 'platforms'] as const,
  queryFn: async ({ signal }) => (await import('./platforms-of-server.ts')).platformsOfServer(signal),
  staleTime: 10 * 60_000,
})
