import { AsyncLocalStorage } from 'node:async_hooks'

/** What everything that is done for one request of a browser may have to know, however deep it is called. */
export type RequestContext = {
  /** Of the person's machine; see `clientAddresses`. */
  clientAddress: string
  /** A browser or an address that the account which signs in has signed in from lately (decision 102); no spaces. */
  knownLane?: string
}

export const requestContext = new AsyncLocalStorage<RequestContext>()
