import { type Endpoint, type Input, type Output, serviceOf } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import type { People } from '#platform/console.ts'
import { call } from '#platform/upstream/call.ts'
import type { Site } from '#platform/upstream/sites.ts'
import { notConnected } from '#platform/upstream/service-titles.ts'

/** Sends requests of the console itself to a server of a site. */
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
    return call(endpoint, input, { upstream, secret: bearer.value, signal, origin: bearer.origin })
  }
