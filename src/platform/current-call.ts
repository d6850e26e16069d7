import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { isRequestId } from '#contract/http/request-id.ts'

type CurrentCall = {
  requestId: string
  /** ID of the endpoint, once known. */
  endpoint: string | undefined
}

const calls = new AsyncLocalStorage<CurrentCall>()

/** Runs a call with its request ID; generates one if it is missing or invalid. */
export const inCall = <T>(requestId: string | undefined, work: () => T): T =>
  calls.run({ requestId: isRequestId(requestId) ? requestId : randomUUID(), endpoint: undefined }, work)

/** The current call; undefined outside of one. */
export const currentCall = (): CurrentCall | undefined => calls.getStore()

export function nameEndpoint(endpoint: string) {
  const call = calls.getStore()
  if (call) call.endpoint = endpoint
}
