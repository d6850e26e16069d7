import type { connections } from '#contract/console/connections.ts'
import { Problem } from '#contract/problem.ts'
import type { Parts } from '#proxy/api.ts'
import type { BearerOf } from '#proxy/bearer.ts'
import type { OwnHandlers } from '#proxy/own-rows.ts'

type Rows = Pick<typeof connections, 'listConnections' | 'checkConnections' | 'getAbout'>

export function connectionHandlers(_parts: Parts, _bearerOf: BearerOf): OwnHandlers<Rows> {
  const notYet = () => Promise.reject(new Problem('NOT_FOUND'))
  return { listConnections: notYet, checkConnections: notYet, getAbout: notYet }
}
