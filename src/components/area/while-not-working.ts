import type { checkConnections } from '#contract/console/connections.ts'
import type { Output } from '#contract/endpoint.ts'

type PolledQuery = { state: { data?: Output<typeof checkConnections> | undefined } }

/**
 * Refetch interval: repeats the connection check until all connections work. A rejected credential is not retried,
 * because servers may count failed attempts.
 */
export const whileNotWorking =
  (everyMs: number) =>
  ({ state: { data } }: PolledQuery): number | false =>
    data?.connections.some(({ findings }) =>
      findings.some(({ level, check }) => level === 'bad' && check !== 'credential'),
    )
      ? everyMs
      : false
