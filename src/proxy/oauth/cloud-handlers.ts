import type { connections } from '#contract/console/connections.ts'
import { Problem } from '#contract/problem.ts'
import type { session } from '#contract/session.ts'
import type { Parts } from '#proxy/api.ts'
import type { OwnHandlers } from '#proxy/own-rows.ts'

type Rows = Pick<typeof session, 'startCloudSignIn'> &
  Pick<typeof connections, 'connectCloud' | 'connectSelfClient' | 'disconnectCloud'>

export function cloudHandlers(_parts: Parts): OwnHandlers<Rows> {
  const notYet = () => Promise.reject(new Problem('NOT_FOUND'))
  return { startCloudSignIn: notYet, connectCloud: notYet, connectSelfClient: notYet, disconnectCloud: notYet }
}
