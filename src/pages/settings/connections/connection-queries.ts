import { query } from '#api/query.ts'
import { checkConnections, listConnections } from '#contract/console/connections.ts'

export const connectionsQuery = query(listConnections, {})

/** Every server is asked for it: not each time that somebody comes back to the window. */
export const healthQuery = { ...query(checkConnections, {}), staleTime: 60_000, refetchOnWindowFocus: false }
