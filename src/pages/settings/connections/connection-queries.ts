import { queryOptions } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { whileNotWorking } from '#components/area/while-not-working.ts'
import { checkConnections, listConnections } from '#contract/console/connections.ts'

export const connectionsQuery = query(listConnections, {})

/** Every server is asked for it: not each time that somebody comes back to the window, but until all work again. */
export const healthQuery = queryOptions({
  ...query(checkConnections, {}),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  refetchInterval: whileNotWorking(5000),
})
