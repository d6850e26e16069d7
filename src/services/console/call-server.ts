import { type Endpoint, type Input, type Output, serviceOf } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import type { People } from '#platform/console.ts'
import { call } from '#platform/upstream/call.ts'
import type { Site } from '#platform/upstream/sites.ts'
import { notConnected } from '#platform/upstream/not-connected.ts'

/** Sends requests of the console itself to a server of a site; rejected page sizes are left to the server. */
export type CallServer = <R extends Endpoint>(endpoint: R, input: Input<R>) => Promise<Output<R>>

/** Throws KEY_NEEDED if the console has no credential for the server. */
export const serverCalls =
  (bearerFor: People['bearerFor']) =>
  (site: Site, signal: AbortSignal): CallServer =>
  async (endpoint, input) => {
    const service = serviceOf(endpoint)
    const upstream = site.upstreams.get(service)
    if (!upstream) throw notConnected(service)
    const bearer = await bearerFor(upstream, 'console')
    if (!bearer) throw new Problem('KEY_NEEDED', 'The console has no API key for this server', { service })
    const options = { upstream, secret: bearer.value, signal, origin: bearer.origin }
    return withoutRefusedSize(endpoint, input, (sent) => call(endpoint, sent, options))
  }

/**
 * Asks for a page of devices again without its size if the server rejects that: it is not in the reference. After
 * `offset`, the page would be another one.
 */
export async function withoutRefusedSize<R extends Endpoint>(
  endpoint: R,
  input: Input<R>,
  ask: (input: Input<R>) => Promise<Output<R>>,
): Promise<Output<R>> {
  try {
    return await ask(input)
  } catch (error) {
    const isPage = endpoint.id === listDevices.id && typeof input === 'object' && input !== null
    if (!isPage || !('limit' in input) || 'offset' in input) throw error
    if (!(error instanceof Problem) || error.status !== 400) throw error
    const { limit: _size, ...rest } = input
    return ask(rest as typeof input)
  }
}
