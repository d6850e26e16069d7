import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { identity } from '#contract/identity/tokens.ts'
import type { ServiceName } from '#contract/problem.ts'

/** All operations of the services and of the console. */
const all: readonly Endpoint[] = [...endpoints.values(), ...Object.values<Endpoint>(identity)]

export const findOperation = (id: string): Endpoint | undefined => all.find((endpoint) => endpoint.id === id)

/** Values of the `service` URL parameter; `all` means no filter. */
export const services = ['all', 'desktop', 'mdm', 'keys', 'identity', 'session'] as const satisfies readonly (
  | ServiceName
  | 'all'
)[]
export type Service = (typeof services)[number]

export const serviceLabels: Record<Service, string> = {
  all: 'All',
  desktop: 'Desktops',
  mdm: 'Mobile devices',
  keys: 'Keys',
  identity: 'Identity',
  session: 'Console',
}

/** Operations of a service whose name, path, description or conventions contain all search words. */
export function operationsMatching(service: Service, wanted: string): Endpoint[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((endpoint) => {
    if (service !== 'all' && placeOf(endpoint) !== service) return false
    const text = textOf(endpoint)
    return words.every((word) => text.includes(word))
  })
}

/** Service of an operation, for display; session operations are shown as part of the console. */
export function placeOf(endpoint: Endpoint): Exclude<Service, 'all'> {
  const service = serviceOf(endpoint)
  return service === 'console' ? 'session' : service
}

const textOf = ({ id, summary, method, path, source, permission, assumes = [] }: Endpoint) =>
  [id, summary, method, path, source, permission, ...assumes].join('\n').toLowerCase()
