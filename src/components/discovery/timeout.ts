import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useTableKey } from '#api/may.ts'
import { query } from '#api/query.ts'
import { listConnections } from '#contract/console/connections.ts'
import { longestTimeout, timeout } from '#contract/keys/discovery.ts'
import { useStored } from '#ui/table/state/stored.ts'

/** Whether timeouts are in seconds. The API reference states no unit for TIMEOUT; the embedded service uses seconds. */
export const useTimeoutInSeconds = () => useQuery(query(listConnections, {})).data?.embedded === true

/** The timeout last used at this site, as the default of further checks. */
export const useStoredTimeout = (fallback = '5') => useStored(useTableKey('discovery-timeout'), timeout, fallback)

/** Limit of the embedded service. */
const maxSeconds = 60

/** Validates the timeout field; returns the error message, or undefined if it is valid. */
export function timeoutError(text: string, isInSeconds: boolean): string | undefined {
  const max = isInSeconds ? maxSeconds : longestTimeout
  if (z.safeParse(timeout, text).success && Number(text) <= max) return undefined
  return `Enter a whole number from 1 to ${max.toLocaleString('en')}`
}
