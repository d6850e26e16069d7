import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { isRequestId } from '#contract/http/request-id.ts'

type CurrentCall = {
  requestId: string
  /** Id of the endpoint that answers, once it is known. */
  endpoint: string | undefined
}

const calls = new AsyncLocalStorage<CurrentCall>()

/** Does the work of one call. It keeps the id that it came with, if that is one, and gets one otherwise. */
export const inCall = <T>(requestId: string | undefined, work: () => T): T =>
  calls.run({ requestId: isRequestId(requestId) ? requestId : randomUUID(), endpoint: undefined }, work)

/** The call that this work is done for; undefined outside of one. */
export const currentCall = (): CurrentCall | undefined => calls.getStore()

export function nameEndpoint(endpoint: string) {
  const call = calls.getStore()
  if (call) call.endpoint = endpoint
}
