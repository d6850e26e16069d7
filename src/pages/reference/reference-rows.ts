import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { identity } from '#contract/identity/tokens.ts'
import type { ServiceName } from '#contract/problem.ts'

/** Every operation that there is, of the services and of the console itself. */
const all: readonly Endpoint[] = [...endpoints.values(), ...Object.values<Endpoint>(identity)]

/** Rows of the three services; how somebody signs in is tried by signing in. */
export const canBeTried = (endpoint: Endpoint): boolean => ['desktop', 'mdm', 'keys'].includes(serviceOf(endpoint))
export const findOperation = (id: string): Endpoint | undefined => all.find((endpoint) => endpoint.id === id)

/** `service` of the address; `all` is no filter. */
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

/** Operations of a service in which every word occurs, whatever it is part of: a name, a path, a convention. */
export function operationsMatching(service: Service, wanted: string): Endpoint[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((endpoint) => {
    if (service !== 'all' && placeOf(endpoint) !== service) return false
    const text = textOf(endpoint)
    return words.every((word) => text.includes(word))
  })
}

/** Sessions are part of the console, to whoever reads. */
export function placeOf(endpoint: Endpoint): Exclude<Service, 'all'> {
  const service = serviceOf(endpoint)
  return service === 'console' ? 'session' : service
}

const textOf = ({ id, summary, method, path, source, permission, assumes = [] }: Endpoint) =>
  [id, summary, method, path, source, permission, ...assumes].join('\n').toLowerCase()

/** What a person should know before calling it. */
export const remarksOn = ({ secret, danger, dangerFor, reason, encoding, responseType }: Endpoint): string[] => [
  ...(secret ? ['Reveals a secret'] : []),
  ...(danger ? ['Cannot be undone'] : []),
  ...(dangerFor ? ['Some calls cannot be undone'] : []),
  ...(reason ? ['Asks for a reason'] : []),
  ...(encoding === 'multipart' ? ['Uploads a file'] : []),
  ...(responseType === 'file' ? ['Returns a file'] : []),
]

const everybody: Partial<Record<Endpoint['permission'], string>> = {
  anyone: 'No sign-in required',
  'signed-in': 'Any signed-in user',
  proxy: 'The console',
}
export const whoMay = ({ permission }: Endpoint): string => everybody[permission] ?? permission
