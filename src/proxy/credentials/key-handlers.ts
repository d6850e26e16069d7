import type { connections } from '#contract/console/connections.ts'
import { Problem } from '#contract/problem.ts'
import type { Parts } from '#proxy/api.ts'
import type { OwnHandlers } from '#proxy/own-rows.ts'

export function keyHandlers(_parts: Parts): OwnHandlers<Pick<typeof connections, 'replaceKey' | 'forgetKey'>> {
  const notYet = () => Promise.reject(new Problem('NOT_FOUND'))
  return { replaceKey: notYet, forgetKey: notYet }
}
