import { AsyncLocalStorage } from 'node:async_hooks'

/** Request-scoped values for code at any depth. */
export type RequestContext = {
  /** See `clientAddresses`. */
  clientAddress: string
  /** A browser or address with a recent sign-in of this account (decision 102); no spaces. */
  knownLane?: string
}

export const requestContext = new AsyncLocalStorage<RequestContext>()
