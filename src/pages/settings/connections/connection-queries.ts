import { queryOptions } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { whileNotWorking } from '#components/area/while-not-working.ts'
import { checkConnections, listConnections } from '#contract/console/connections.ts'

export const connectionsQuery = query(listConnections, {})

/** Connects to every server, so it is not refetched on window focus, but until all connections work. */
export const healthQuery = queryOptions({
  ...query(checkConnections, {}),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  refetchInterval: whileNotWorking(5000),
})
