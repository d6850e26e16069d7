import { discover } from '#contract/desktop/authentication.ts'
import type { Output } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import { call } from './upstream/call.ts'
import type { Upstream } from './upstream/upstream.ts'

/** What a server says about sign-in; undefined if it does not respond as a server of this kind. */
export const signInDomains = (upstream: Upstream, signal: AbortSignal): Promise<Output<typeof discover> | undefined> =>
  call(discover, {}, { upstream, signal }).catch((error: unknown) =>
    error instanceof Problem && lacksDiscovery(error) ? {} : undefined,
  )

/**
 * The reference does not define the path of the discovery: servers without it reject the address, or require a token
 * before they look at it.
 */
const lacksDiscovery = ({ status, code }: Problem) =>
  code === 'NOT_OFFERED' || (code !== '10023' && [400, 401, 403, 404, 405, 410, 501].includes(status))
