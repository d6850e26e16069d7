import { queryOptions } from '@tanstack/react-query'
import { loadPart } from '#api/load-part.ts'
import { listDevices } from '#contract/mdm/device-list.ts'

/** The platforms of a server's devices. How they are found out comes after the list itself. */
export const devicePlatforms = queryOptions({
  queryKey: [listDevices.id, 'platforms'] as const,
  queryFn: async ({ signal }) => (await loadPart(() => import('./platforms-of-server.ts'))).platformsOfServer(signal),
  staleTime: 10 * 60_000,
})
