import type { MiddlewareFunction } from 'react-router'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { inSite } from '#api/site.ts'
import { signInAddress } from './return-address.ts'

/**
 * Whether a user has been signed in within this document. When their session ends, a dialog asks them to sign in again
 * on any page.
 */
let inUse = false

/**
 * Requires a session for every page. `index.html` requests it before scripts load, and the result is cached, so that
 * the check delays neither code nor data.
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
