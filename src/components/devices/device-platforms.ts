import { queryOptions } from '@tanstack/react-query'
import { loadPart } from '#api/load-part.ts'
import { listDevices } from '#contract/mdm/device-list.ts'

/** Platforms of the server's devices. The code that determines them is loaded after the list. */
export const devicePlatforms = queryOptions({
  queryKey: [listDevices.id, 'platforms'] as const,
  queryFn: async ({ signal }) => (await loadPart(() => import('./platforms-of-server.ts'))).platformsOfServer(signal),
  staleTime: 10 * 60_000,
})
