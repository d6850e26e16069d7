import { actionText } from '#contract/console/audit-actions.ts'
import { isAudited } from '#contract/console/audit.ts'
import { serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { ServiceName } from '#contract/problem.ts'
import { startCloudSignIn } from '#contract/session.ts'

const places: Record<ServiceName, string> = {
  session: 'Signing in',
  console: 'Console',
  desktop: 'Desktops',
  mdm: 'Devices',
  keys: 'Keys',
  identity: 'Identity provider',
}
const order = Object.keys(places)

/** What the filter is set to: the id of a row, or an operation of key management that this version does not know. */
export const chosenText = (action: string) => actionText({ source: 'console', action })

/**
 * Everything that leaves an entry, by where it belongs and then by its words. Signing in at the identity provider leaves
 * one when the person comes back.
 */
export const actionOptions = [...endpoints.values()]
  .filter((endpoint) => (isAudited(endpoint) && endpoint.permission !== 'proxy') || endpoint.id === startCloudSignIn.id)
  .map((endpoint) => ({
    value: endpoint.id as string,
    service: serviceOf(endpoint),
    label: `${places[serviceOf(endpoint)]}: ${endpoint.summary}`,
  }))
  .sort((one, other) => order.indexOf(one.service) - order.indexOf(other.service) || (one.label < other.label ? -1 : 1))
  .map(({ value, label }) => ({ value, label }))
