import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useTableKey } from '#api/may.ts'
import { query } from '#api/query.ts'
import { listConnections } from '#contract/console/connections.ts'
import { longestTimeout, timeout } from '#contract/keys/discovery.ts'
import { useStored } from '#ui/table/state/stored.ts'

/** The reference states no unit of TIMEOUT; the embedded service counts seconds, and says so. */
export const useTimeoutInSeconds = () => useQuery(query(listConnections, {})).data?.embedded === true

/** The timeout that one has given to hosts of this site: whatever asks them again begins with it. */
export const useKeptTimeout = (fallback = '5') => useStored(useTableKey('discovery-timeout'), timeout, fallback)

/** Of the embedded service. */
const maxSeconds = 60

/** What is wrong with a timeout that was typed. */
export function timeoutError(text: string, isInSeconds: boolean): string | undefined {
  const max = isInSeconds ? maxSeconds : longestTimeout
  if (z.safeParse(timeout, text).success && Number(text) <= max) return undefined
  return `Enter a whole number from 1 to ${max.toLocaleString('en')}`
}
