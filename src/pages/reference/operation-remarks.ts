import { type Endpoint, serviceOf } from '#contract/endpoint.ts'

/** Whether an operation can be called from its page: those of the three services. Sign-in operations cannot. */
export const canBeTried = (endpoint: Endpoint): boolean => ['desktop', 'mdm', 'keys'].includes(serviceOf(endpoint))

/** Remarks on side effects and formats of an operation. */
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
