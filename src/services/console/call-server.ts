import { type Endpoint, type Input, type Output, serviceOf } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import type { People } from '#platform/console.ts'
import { call } from '#platform/upstream/call.ts'
import type { Site } from '#platform/upstream/sites.ts'
import { notConnected } from '#platform/upstream/service-titles.ts'

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
    const asked = (sent: typeof input) =>
      call(endpoint, sent, { upstream, secret: bearer.value, signal, origin: bearer.origin })
    try {
      return await asked(input)
    } catch (error) {
      const withoutLimit = unlimited(endpoint, input)
      if (!withoutLimit || !(error instanceof Problem) || error.status !== 400) throw error
      return asked(withoutLimit as typeof input)
    }
  }

/**
 * The request for a page of devices without its size, which the reference does not have; undefined if there is none.
 * After `offset`, the page would be another one.
 */
function unlimited(endpoint: Endpoint, input: unknown): object | undefined {
  if (endpoint.id !== listDevices.id || typeof input !== 'object' || input === null) return undefined
  if (!('limit' in input) || 'offset' in input) return undefined
  const { limit: _size, ...rest } = input
  return rest
}
