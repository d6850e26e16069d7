import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { listConnections } from '#contract/console/connections.ts'

/** The reference states no unit of TIMEOUT; the embedded service counts seconds, and says so. */
export const useTimeoutInSeconds = () => useQuery(query(listConnections, {})).data?.embedded === true
