import { type MiddlewareFunction, redirectDocument } from 'react-router'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { signInAddress } from './return-address.ts'

/**
 * Nobody sees a page without a session. The answer is asked for before any script of ours is there (`index.html`), and
 * known from then on: it holds up neither the code of a page nor its data.
 */
export const requireSession: MiddlewareFunction = async ({ request }, next) => {
  const session = queryClient.getQueryData(sessionQuery.queryKey) ?? (await queryClient.query(sessionQuery))
  // oxlint-disable-next-line typescript/only-throw-error -- how a redirect reaches the router
  if (session.state !== 'signed-in') throw redirectDocument(signInAddress(new URL(request.url)))
  return next()
}
