import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { identity } from '#contract/identity/tokens.ts'
import type { ServiceName } from '#contract/problem.ts'

/** All operations of the services and of the console. */
export const everyOperation: readonly Endpoint[] = [...endpoints.values(), ...Object.values<Endpoint>(identity)]

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

/** Service of an operation, for display; session operations are shown as part of the console. */
export function placeOf(endpoint: Endpoint): Exclude<Service, 'all'> {
  const service = serviceOf(endpoint)
  return service === 'console' ? 'session' : service
}
