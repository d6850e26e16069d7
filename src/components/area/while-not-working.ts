import type { checkConnections } from '#contract/console/connections.ts'
import type { Output } from '#contract/endpoint.ts'

type Asked = { state: { data?: Output<typeof checkConnections> | undefined } }

/** Servers are looked at again until all work. One that refuses a credential is not: it may count the attempts. */
export const whileNotWorking =
  (everyMs: number) =>
  ({ state: { data } }: Asked): number | false =>
    data?.connections.some(({ findings }) =>
      findings.some(({ level, check }) => level === 'bad' && check !== 'credential'),
    )
      ? everyMs
      : false
