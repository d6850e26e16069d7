import type { Problem, ServiceName } from '#contract/problem.ts'

/** How builds that fail with HTTP 200 speak of a key that they do not take. */
const aboutTheKey = /authtoken|authentication failed|invalid user/i

/** Is it the key that the server does not take, or not for this? Else it failed for another reason. */
export const refusesKey = (service: ServiceName, { status, message }: Problem) =>
  status === 401 || status === 403 || (service === 'keys' && aboutTheKey.test(message))
