import type { MiddlewareFunction } from 'react-router'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { inSite } from '#api/site.ts'
import { signInAddress } from './return-address.ts'

/** Somebody works in this document: when the session ends, they sign in again on top of it, wherever they go meanwhile. */
let inUse = false

/**
 * Nobody sees a page without a session. The answer is asked for before any script of ours is there (`index.html`), and
 * known from then on: it holds up neither the code of a page nor its data.
 */
export const requireSession: MiddlewareFunction = async ({ request }, next) => {
  const session = queryClient.getQueryData(sessionQuery.queryKey) ?? (await queryClient.query(sessionQuery))
  inUse ||= session.state === 'signed-in'
  return inUse ? next() : leaveFor(inSite(signInAddress(new URL(request.url))))
}

/** Replaces the document. Not a router redirect, since Back would return here. */
function leaveFor(address: string): Promise<never> {
  window.location.replace(address)
  return new Promise(() => {})
}
